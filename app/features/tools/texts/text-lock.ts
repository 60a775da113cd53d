// Who may send a text of this browser: its open editors, or else whoever finds unsent changes. Two senders of the same
// changes would be a conflict (Web Locks API).

const nameOf = (id: number) => `munjang-text-${id}`

/** An open editor sends its text itself. @returns a function that ends it */
export function holdText(id: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Pages over http have no locks. Nobody but the editor sends there.
  void navigator.locks?.request(nameOf(id), { mode: 'shared' }, () => promise)
  return resolve
}

/** Does the work unless an editor has the text open. */
export async function whileClosed(id: number, work: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(nameOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}
