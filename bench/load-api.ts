// Sends requests to an API over keep-alive connections: each sends the next request as soon as it has an answer.
import { Agent, request } from 'node:http'
import { connections, type Load } from './load.ts'

export type ApiRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

/**
 * `next` builds the request of a connection (0 to 15) from the text of its last answer, null at first.
 * @throws for any status but 200 and 201
 */
export async function loadApi(
  url: string,
  seconds: number,
  next: (connection: number, lastAnswer: string | null) => ApiRequest,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const client = async (connection: number) => {
    let last: string | null = null
    while (performance.now() < startedAt + seconds * 1000) {
      const askedAt = performance.now()
      last = await ask(url, agent, next(connection, last))
      latenciesMs.push(performance.now() - askedAt)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => client(index)))
  } finally {
    agent.destroy()
  }
  return { requests: latenciesMs.length, seconds: (performance.now() - startedAt) / 1000, latenciesMs }
}

function ask(url: string, agent: Agent, { method, path, headers, body }: ApiRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200 || response.statusCode === 201) resolve(text)
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
