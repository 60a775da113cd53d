/** A few places for many: who finds none waits, and the place goes to whoever waits longest. Of this process alone. */
export type Places = { take(): Promise<void>; leave(): void }

export function createPlaces(count: number): Places {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async take() {
      if (taken >= count) await new Promise<void>((resolve) => waiting.push(resolve))
      else taken++
    },
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken--
    },
  }
}
