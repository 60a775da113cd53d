/** What one socket, one address and one member may do. The defaults are Supabase's, or stricter. */
export type RealtimeLimits = {
  socketsMax: number
  /** Sockets of one address. Connections from this machine itself, such as a proxy's, are not counted. */
  socketsPerAddressMax: number
  channelsPerSocketMax: number
  /** A larger frame ends the socket. */
  frameMaxBytes: number
  messagesPerSecondMax: number
  /** What a socket sends in a second, counted before it is read; as much may wait for its turn. */
  bytesPerSecondMax: number
  joinsPerSecondMax: number
  /** Of all sockets of one address together. */
  addressBytesPerSecondMax: number
  addressJoinsPerSecondMax: number
  /** Of one member, from wherever: sockets that joined with the member's token, what they send and what they join. */
  socketsPerMemberMax: number
  memberBytesPerSecondMax: number
  memberJoinsPerSecondMax: number
  /** track and untrack. */
  presenceCallsPerSecondMax: number
  /** What a client may say of itself, in characters of JSON: every process remembers it. */
  presenceMaxLength: number
  /** What may wait for a slow reader before its socket is ended. */
  unsentMaxBytes: number
  /** A socket that says nothing for so long is ended; clients send a heartbeat every 30 seconds. */
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

/** Counts within seconds of the clock. */
export class SecondCounter {
  #second = 0
  #count = 0
  /** False when more than `max` came in this second with the `amount` of this call. */
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

/** What all sockets of one address, or of one member, have done. */
export class SocketUse {
  sockets = 0
  readonly bytes = new SecondCounter()
  readonly joins = new SecondCounter()
}
