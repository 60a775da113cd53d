// The editors of this document, for a sign-out in its header: neither knows the other.

type OpenEditor = {
  /** Sends unsent changes. */
  flush: () => Promise<unknown>
  /** Gives unsent changes up, because the member said so. */
  discard: () => void
}

const open = new Set<OpenEditor>()

/** @returns a function that ends it */
export function addOpenEditor(editor: OpenEditor): () => void {
  open.add(editor)
  return () => void open.delete(editor)
}

export const flushOpenEditors = async (): Promise<void> =>
  void (await Promise.all([...open].map((editor) => editor.flush())))

export const discardOpenEditors = (): void => open.forEach((editor) => editor.discard())
