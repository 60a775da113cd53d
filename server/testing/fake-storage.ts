// Fakes the storage of members' files where only their bytes matter: signed URLs without a signature.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeStorage = {
  /** The job of a reader. */
  file(data: Uint8Array, as?: { name?: string; memberId?: string; charactersMax?: number }): StoredFile
  /** Requested URLs. */
  asked: string[]
  close(): Promise<void>
}
type StoredFile = {
  kind: 'file'
  name: string
  memberId: string
  charactersMax: number
  sign: () => Promise<string>
}

export async function startFakeStorage(): Promise<FakeStorage> {
  const stored = new Map<string, Uint8Array>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const data = stored.get(path)
    if (data) response.end(data)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    file(data, { name = 'a.pdf', memberId = crypto.randomUUID(), charactersMax = 1_000 } = {}) {
      const path = `/${crypto.randomUUID()}`
      stored.set(path, data)
      return { kind: 'file', name, memberId, charactersMax, sign: async () => origin + path }
    },
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
