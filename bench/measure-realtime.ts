// How soon a thousand connected members receive changes of their own rows, and the cost of each.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createMembers, findDatabase, type BenchMember } from './members.ts'
import { percentile } from './percentile.ts'
import { cpuSeconds, memoryBytes, processTree } from './process-figures.ts'
import { startProduct } from './product.ts'
import { joinOwnUsage, realtimeAddress, type Change } from './own-usage.ts'

const socketCount = 1_000
const changesPerSecond = 200
const measuredSeconds = 10
const warmUpSeconds = 2
const lateMs = 10_000

/**
 * Milliseconds from a change's commit, with Postgres' timestamp, until the member received it; bytes of Node per joined
 * socket; CPU of Node and of Postgres per change. Null where the system does not report it.
 */
export type RealtimeFigures = {
  sockets: number
  changesPerSecond: number
  p50: number
  p99: number
  lost: number
  /** Events of another member's rows. */
  foreign: number
  bytesPerSocket: number | null
  cpuMs: number | null
  databaseCpuMs: number | null
}

/** `missing`: changes of the member's row that were made and not received yet. */
type Listener = { member: BenchMember; socket: WebSocket; missing: number }
type OnChange = (listener: Listener, change: Change) => void

export async function measureRealtime(dataFolder: string): Promise<RealtimeFigures> {
  const product = await startProduct(dataFolder)
  const members = await createMembers({ dataFolder, url: product.url, count: socketCount })
  const address = realtimeAddress(product.url, dataFolder)
  const latencies: number[] = []
  let foreign = 0
  const onChange: OnChange = (listener, { id, committedAt }) => {
    if (id !== listener.member.id || listener.missing === 0) foreign++
    else listener.missing--
    latencies.push(Date.now() - committedAt)
  }
  // The first sockets pay for code and buffers that all share.
  const warm = await connectAll(address, members.slice(0, 50), onChange)
  const before = memoryBytes([product.pid])
  const listeners = [...warm, ...(await connectAll(address, members.slice(50), onChange))]
  const after = memoryBytes([product.pid])

  const database = new pg.Pool({ connectionString: findDatabase(dataFolder), max: 4 })
  await change(database, listeners, warmUpSeconds)
  latencies.length = 0
  const servers = [product.pid]
  const postgres = processTree(product.pid).slice(1)
  const [cpu, databaseCpu] = [cpuSeconds(servers), cpuSeconds(postgres)]
  const count = await change(database, listeners, measuredSeconds)
  const spent = (since: number | null, pids: number[]) => {
    const now = cpuSeconds(pids)
    return since === null || now === null ? null : ((now - since) * 1000) / count
  }
  const figures = {
    sockets: socketCount,
    changesPerSecond,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    lost: listeners.reduce((sum, { missing }) => sum + missing, 0),
    foreign,
    bytesPerSocket: before === null || after === null ? null : (after - before) / (socketCount - 50),
    cpuMs: spent(cpu, servers),
    databaseCpuMs: spent(databaseCpu, postgres),
  }
  for (const { socket } of listeners) socket.close()
  await database.end()
  await product.stop()
  return figures
}

async function connectAll(address: string, members: BenchMember[], onChange: OnChange): Promise<Listener[]> {
  const listeners: Listener[] = []
  for (let at = 0; at < members.length; at += 50) {
    const group = members.slice(at, at + 50)
    listeners.push(...(await Promise.all(group.map((member) => listen(address, member, onChange)))))
  }
  return listeners
}

async function listen(address: string, member: BenchMember, onChange: OnChange): Promise<Listener> {
  const listener: Listener = {
    member,
    missing: 0,
    socket: await joinOwnUsage(address, member, (change) => onChange(listener, change)),
  }
  return listener
}

/**
 * Changes rows of one member after the other at the set pace and waits until all changes are received, or a timeout.
 */
async function change(database: pg.Pool, listeners: Listener[], seconds: number): Promise<number> {
  const count = changesPerSecond * seconds
  const writes: Promise<unknown>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < count; index++) {
    const due = startedAt + (index * 1000) / changesPerSecond
    if (due > performance.now()) await wait(due - performance.now())
    const listener = listeners[(index * 7) % listeners.length]!
    listener.missing++
    writes.push(
      database.query('update public.user_usage set last_order_code = $2 where id = $1', [
        listener.member.id,
        `n${index}`,
      ]),
    )
  }
  await Promise.all(writes)
  const deadline = performance.now() + lateMs
  while (listeners.some(({ missing }) => missing > 0) && performance.now() < deadline) await wait(20)
  return count
}
