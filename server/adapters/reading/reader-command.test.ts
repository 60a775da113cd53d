// A worker process can reach nothing. The threat is a hostile file that takes over the library that reads it.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProbeReport } from '#server/testing/reader-probe.ts'
import { findConfinement, listConfinements, readerCommand } from './reader-command.ts'

const probe = fileURLToPath(new URL('../../testing/reader-probe.ts', import.meta.url))
const ownSecret = join(mkdtempSync(join(tmpdir(), 'reader-')), 'secret.txt')
const server = createServer((socket) => socket.destroy())
beforeAll(() => {
  writeFileSync(ownSecret, 'a key')
  return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  rmSync(join(ownSecret, '..'), { recursive: true })
  return new Promise<void>((resolve) => server.close(() => resolve()))
})

function report(confinement: string[], files: string[]): Promise<ProbeReport> {
  const child = fork(probe, [], {
    ...readerCommand(confinement, 64),
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<ProbeReport>()
  child.once('message', (answer) => resolve(answer as ProbeReport))
  child.once('exit', (code) => reject(new Error(`the probe ended: ${code}`)))
  child.send({ port: (server.address() as AddressInfo).port, files })
  return promise.finally(() => child.kill('SIGKILL'))
}

it('a worker process has no environment and no files of ours, writes nothing and starts nothing, on every system', async () => {
  const settings = fileURLToPath(new URL('../../../tsconfig.json', import.meta.url))
  const { environment, write, start, ...rest } = await report([], [ownSecret, settings, '/etc/hosts'])
  expect([environment, write, start]).toEqual(['', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED'])
  for (const file of [ownSecret, settings, '/etc/hosts']) expect(rest[file], file).toBe('ERR_ACCESS_DENIED')
})

it('a worker process has no network and is not root wherever its confinement removes them', async () => {
  for (const confinement of [[], ...listConfinements()]) {
    const { network, user } = await report(confinement, [])
    expect([confinement, network]).toEqual([
      confinement,
      confinement.includes('--net') ? 'ENETUNREACH' : 'done',
    ])
    const ownUser = String(process.getuid?.())
    expect([confinement, user]).toEqual([
      confinement,
      confinement.includes('--reuid=65534') ? '65534' : ownUser,
    ])
  }
})

it('the strictest confinement is chosen: a root process starts workers without a network and as user nobody, where the system allows both', () => {
  const all = listConfinements()
  expect(findConfinement()).toEqual(all[0] ?? [])
  const strength = (command: string[]) => [command.includes('--net'), command.includes('--reuid=65534')]
  const order = [
    [true, true],
    [true, false],
    [false, true],
  ].map(String)
  const places = all.map((command) => order.indexOf(String(strength(command))))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
