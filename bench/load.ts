// Asks for one page again and again over kept connections: each asks anew as soon as it was answered.
import { Agent, get } from 'node:http'

export const connections = 16

/** `latenciesMs` holds one value per answer, from the request to the last byte. */
export type Load = { requests: number; seconds: number; latenciesMs: number[] }

/** Grows over the whole bench, so that `{n}` never gives an address twice. */
let askedCount = 0

/** `{n}` in the address is another number each time. @throws when anything but 200 with a body comes back */
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

/** The page's text. @throws when anything but 200 with a body comes back */
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
