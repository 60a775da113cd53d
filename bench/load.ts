// Requests one page repeatedly over keep-alive connections: each sends the next request as soon as it has an answer.
import { Agent, get } from 'node:http'

export const connections = 16

/** `latenciesMs` holds one value per answer, from the request to the last byte. */
export type Load = { requests: number; seconds: number; latenciesMs: number[] }

/** Grows over the whole bench, so that `{n}` never gives an address twice. */
let askedCount = 0

/** `{n}` in the address becomes another number each time. @throws for anything but 200 with a body */
export async function loadPage(url: string, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const visitor = async () => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now()
      await fetchPage(url.replace('{n}', String((askedCount += 1))), agent)
      latenciesMs.push(performance.now() - askedAt)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, visitor))
  } finally {
    agent.destroy()
  }
  return { requests: latenciesMs.length, seconds: (performance.now() - startedAt) / 1000, latenciesMs }
}

/** Returns the page's text. @throws for anything but 200 with a body */
export function fetchPage(url: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ...(agent ? { agent } : {}), headers: { accept: '*/*' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200 || chunks.length === 0)
          reject(new Error(`${url} answered ${response.statusCode} with ${chunks.length} pieces`))
        else resolve(Buffer.concat(chunks).toString())
      })
    }).on('error', reject)
  })
}
