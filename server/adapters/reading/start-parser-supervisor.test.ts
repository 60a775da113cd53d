// The supervisor and its worker processes, through failures of both.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { childProcesses } from '#server/testing/child-processes.ts'
import { startFakeStorage, type FakeStorage } from '#server/testing/fake-storage.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { createDocumentReader } from './document-reader.ts'

let storage: FakeStorage
beforeAll(async () => {
  storage = await startFakeStorage()
})
afterAll(() => storage.close())

const { signal } = new AbortController()
const short = () => storage.file(makePdf(['The library opens at nine.']))
/** Takes seconds. */
const long = () =>
  storage.file(makePdf(Array<string>(400).fill('word '.repeat(4_000))), { charactersMax: 10_000_000 })

/** A reader, its supervisor, and the supervisor's workers. */
function watched(limits = {}) {
  const before = new Set(childProcesses())
  const reader = createDocumentReader({ ...limits })
  const hosts = () => childProcesses().filter((id) => !before.has(id))
  // Leaves out the processes that the supervisor starts once to probe confinement.
  const readers = () => hosts().flatMap(childProcesses).filter(isReader)
  const oneReader = () =>
    vi.waitFor(() => {
      const [id] = readers()
      if (id === undefined) throw new Error('nothing reads yet')
      return id
    }, 20_000)
  return { reader, hosts, readers, oneReader }
}
const isReader = (id: number) =>
  (unlessGone(() => readFileSync(`/proc/${id}/cmdline`, 'latin1')) ?? '').includes('parser-worker')
const isThere = (id: number) => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
const isGone = (id: number) => vi.waitFor(() => expect(isThere(id)).toBe(false), 20_000)

const isLinux = process.platform === 'linux'

it.runIf(isLinux)(
  'no process starts before the first file; one supervisor serves all files; stopping leaves no process',
  async () => {
    const { reader, hosts, readers } = watched()
    expect(hosts()).toEqual([])
    await reader.read(short(), signal)
    const [host, ...others] = hosts()
    expect([others, readers()]).toEqual([[], []])
    await reader.read(short(), signal)
    expect([hosts(), readers()]).toEqual([[host], []])
    await reader.stop()
    expect(hosts()).toEqual([])
    await expect(reader.read(short(), signal)).rejects.toMatchObject({ code: 'unavailable' })
    expect(hosts()).toEqual([])
  },
)

it.runIf(isLinux)('an abort ends the worker before another file gets its slot', async () => {
  const { reader, readers, oneReader } = watched()
  const abort = new AbortController()
  const reading = reader.read(long(), abort.signal)
  const first = await oneReader()
  const next = reader.read(short(), signal)
  abort.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
  expect([isThere(first), readers().includes(first)]).toEqual([false, false])
  expect(await next).toMatchObject({ text: 'The library opens at nine.' })
  await reader.stop()
})

it.runIf(isLinux)('security 86: a killed worker costs its file alone', async () => {
  const { reader, hosts, oneReader } = watched()
  const reading = reader.read(long(), signal)
  process.kill(await oneReader(), 'SIGKILL')
  await expect(reading).rejects.toMatchObject({ code: 'file_unreadable' })
  const [host] = hosts()
  expect(await reader.read(short(), signal)).toMatchObject({ pages: 1 })
  expect(hosts()).toEqual([host])
  await reader.stop()
})

it.runIf(isLinux)(
  'a killed supervisor takes its workers along and fails their files with a named error; the next file gets a new supervisor',
  async () => {
    const { reader, hosts, oneReader } = watched()
    const reading = reader.read(long(), signal)
    const orphan = await oneReader()
    const [host] = hosts()
    process.kill(host!, 'SIGKILL')
    await expect(reading).rejects.toMatchObject({
      code: 'file_unreadable',
      cause: { message: 'reading host ended: SIGKILL' },
    })
    await isGone(orphan)
    expect(await reader.read(short(), signal)).toMatchObject({ pages: 1 })
    expect(hosts()).not.toContain(host)
    await reader.stop()
  },
)

it.runIf(isLinux)(
  'a supervisor that hangs is killed with its workers; the next file gets a new supervisor',
  async () => {
    const { reader, hosts, oneReader } = watched({ graceMs: 50 })
    const abort = new AbortController()
    const reading = reader.read(long(), abort.signal)
    const orphan = await oneReader()
    const [host] = hosts()
    process.kill(host!, 'SIGSTOP')
    abort.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    await isGone(orphan)
    expect(await reader.read(short(), signal)).toMatchObject({ pages: 1 })
    expect(hosts()).not.toContain(host)
    await reader.stop()
  },
)

it.runIf(isLinux)(
  'the supervisor and every thread of a worker have lower priority than everything else',
  async () => {
    const { reader, hosts, readers } = watched()
    const seen = new Set<number>()
    let readersSeen = 0
    const reading = reader.read(long(), signal)
    const looking = setInterval(() => {
      const reading = readers()
      if (reading.length === 0) return
      readersSeen = Math.max(readersSeen, reading.length)
      for (const niceness of [...hosts(), ...reading].flatMap(threadsOf)) seen.add(niceness)
    }, 20)
    await reading
    clearInterval(looking)
    // The niceness of this test's own process is the base.
    expect([[...seen], readersSeen]).toEqual([[Math.min(19, getPriority() + 10)], 1])
    await reader.stop()
  },
)

/** The niceness of each thread of a process: the nineteenth field, the seventeenth after the name. */
function threadsOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`
  const threads = unlessGone(() => readdirSync(folder)) ?? []
  return threads.flatMap((thread) => {
    const stat = unlessGone(() => readFileSync(`${folder}/${thread}/stat`, 'utf8'))
    return stat === null ? [] : [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]
  })
}

/** Processes and threads can end between two reads. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
