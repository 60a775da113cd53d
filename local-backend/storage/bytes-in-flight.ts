export type BytesInFlight = {
  /**
   * Reserves up to `wantedBytes` for an upload of this owner, as long as all of theirs together are within `leftBytes`.
   * Call `release` when the upload has ended in any way.
   */
  reserve(owner: string, wantedBytes: number, leftBytes: number): { bytes: number; release: () => void }
}

/** Bytes that this process is receiving, by owner: no row counts them yet, but they are on disk. */
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
