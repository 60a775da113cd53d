/** Limits of one socket, one address and one member. The defaults are Supabase's, or stricter. */
export type RealtimeLimits = {
  socketsMax: number
  /** Sockets of one address. Connections from this machine, such as a proxy's, are not counted. */
  socketsPerAddressMax: number
  channelsPerSocketMax: number
  /** A larger frame ends the socket. */
  frameMaxBytes: number
  messagesPerSecondMax: number
  /** A socket's bytes per second, counted before parsing; the same number may wait in the queue. */
  bytesPerSecondMax: number
  joinsPerSecondMax: number
  /** Of all sockets of one address together. */
  addressBytesPerSecondMax: number
  addressJoinsPerSecondMax: number
  /** Of one member, across addresses: sockets that joined with the member's token, their bytes and their joins. */
  socketsPerMemberMax: number
  memberBytesPerSecondMax: number
  memberJoinsPerSecondMax: number
  /** track and untrack. */
  presenceCallsPerSecondMax: number
  /** The size of a client's presence state, in characters of JSON: every process stores it. */
  presenceMaxLength: number
  /** Unsent bytes for a slow reader before its socket is closed. */
  unsentMaxBytes: number
  /** A socket that is silent for this long is closed; clients send a heartbeat every 30 seconds. */
  silenceSeconds: number
}

export const defaultLimits: RealtimeLimits = {
  socketsMax: 10_000,
  socketsPerAddressMax: 200,
  channelsPerSocketMax: 100,
  frameMaxBytes: 262_144,
  messagesPerSecondMax: 100,
  bytesPerSecondMax: 1_048_576,
  joinsPerSecondMax: 100,
  addressBytesPerSecondMax: 8_388_608,
  addressJoinsPerSecondMax: 300,
  socketsPerMemberMax: 50,
  memberBytesPerSecondMax: 4_194_304,
  memberJoinsPerSecondMax: 200,
  presenceCallsPerSecondMax: 10,
  presenceMaxLength: 16_384,
  unsentMaxBytes: 4_194_304,
  silenceSeconds: 75,
}

/** Counts per second of the clock. */
export class SecondCounter {
  #second = 0
  #count = 0
  /** False when the calls of this second, including this `amount`, exceed `max`. */
  add(max: number, amount = 1): boolean {
    const second = Math.floor(Date.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    this.#count += amount
    return this.#count <= max
  }
}

/** The usage of all sockets of one address, or of one member. */
export class SocketUse {
  sockets = 0
  readonly bytes = new SecondCounter()
  readonly joins = new SecondCounter()
}
