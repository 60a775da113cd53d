import { WebSocket } from 'ws'

type Answer = [
  string | null,
  string | null,
  string,
  string,
  { status?: string; response?: { reason?: string } },
]

/** A socket without the official client, for messages that it would never send. */
export class RawSocket {
  readonly ws: WebSocket
  readonly opened: Promise<void>
  /** The HTTP status of a refusal, or the close code. */
  readonly ended: Promise<number>
  readonly #answers: Answer[] = []
  #waiting: ((answer: Answer) => void)[] = []
  #ref = 0

  constructor(url: string, query: string, headers: Record<string, string> = {}) {
    this.ws = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket${query}`, { headers })
    this.opened = new Promise((resolve) => this.ws.once('open', resolve))
    this.ended = new Promise((resolve) => {
      this.ws.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      this.ws.on('error', () => {})
      this.ws.once('close', (code) => resolve(code))
    })
    this.ws.on('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as Answer
      const next = this.#waiting.shift()
      if (next) next(answer)
      else this.#answers.push(answer)
    })
  }
  next(): Promise<Answer> {
    const answer = this.#answers.shift()
    return answer ? Promise.resolve(answer) : new Promise((resolve) => this.#waiting.push(resolve))
  }
  send(topic: string, event: string, payload: unknown): void {
    const ref = String(++this.#ref)
    this.ws.send(JSON.stringify([ref, ref, topic, event, payload]))
  }
  async join(topic: string, payload: object): Promise<string | undefined> {
    this.send(topic, 'phx_join', payload)
    const [, , , , { status, response }] = await this.next()
    return status === 'ok' ? undefined : response?.reason
  }
}
