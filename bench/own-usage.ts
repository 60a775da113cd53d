// A member's socket on their own balance, joined as the product's pages do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchMember } from './members.ts'

/** A changed row: its member's id, and when it was committed, in milliseconds since 1970. */
export type Change = { id: string; committedAt: number }

/** Where sockets of the product at `url` are opened. */
export function realtimeAddress(url: string, dataFolder: string): string {
  const { publishableKey } = JSON.parse(readFileSync(join(dataFolder, 'keys.json'), 'utf8')) as {
    publishableKey: string
  }
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`
}

/** Resolves when everything committed from then on will arrive. @throws when the socket is refused */
export function joinOwnUsage(
  address: string,
  member: BenchMember,
  onChange: (change: Change) => void,
): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(address)
  const filter = { event: 'UPDATE', schema: 'public', table: 'user_usage', filter: `id=eq.${member.id}` }
  const payload = { access_token: member.accessToken, config: { postgres_changes: [filter] } }
  socket.onopen = () =>
    socket.send(JSON.stringify(['1', '1', `realtime:user-usage-channel-${member.id}`, 'phx_join', payload]))
  socket.onmessage = ({ data }) => {
    const [, , , event, said] = JSON.parse(String(data)) as [unknown, unknown, unknown, string, Said]
    if (event === 'postgres_changes')
      onChange({
        id: said.data?.record?.id ?? '',
        committedAt: Date.parse(said.data?.commit_timestamp ?? ''),
      })
    else if (event === 'system' && said.status === 'ok') resolve(socket)
    else if (said.status !== 'ok') reject(new Error(`A socket was refused: ${String(data)}`))
  }
  socket.onclose = ({ code }) => reject(new Error(`A socket was closed with ${code}.`))
  return promise
}
type Said = { status?: string; data?: { commit_timestamp?: string; record?: { id?: string } } }
