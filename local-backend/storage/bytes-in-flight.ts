export type BytesInFlight = {
  /**
   * Sets up to `wantedBytes` aside for an upload of this owner, as long as all of theirs together stay within `leftBytes`. Call `release`
   * when the upload has ended in whatever way.
   */
  reserve(owner: string, wantedBytes: number, leftBytes: number): { bytes: number; release: () => void }
}

/** What is being sent to this process, by owner: no row counts it yet, but the disk holds it. */
export function createBytesInFlight(): BytesInFlight {
  const byOwner = new Map<string, number>()
  const of = (owner: string) => byOwner.get(owner) ?? 0
  return {
    reserve(owner, wantedBytes, leftBytes) {
      const bytes = Math.max(0, Math.min(wantedBytes, leftBytes - of(owner)))
      byOwner.set(owner, of(owner) + bytes)
      return {
        bytes,
        release() {
          const rest = of(owner) - bytes
          if (rest > 0) byOwner.set(owner, rest)
          else byOwner.delete(owner)
        },
      }
    },
  }
}
