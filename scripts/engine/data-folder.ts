// The folder of this machine's database, keys and files, and a lock for its single user.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const isRoot = process.getuid?.() === 0

/**
 * The folder for everything that outlives a run. `DATA_FOLDER` names another one. Started as root, it is under
 * /var/lib: Postgres then runs as another account, which must be able to reach it.
 */
export function chooseDataFolder(projectFolder: string, env: NodeJS.ProcessEnv): string {
  if (env.DATA_FOLDER) return env.DATA_FOLDER
  if (!isRoot) return join(projectFolder, '.data')
  const mark = createHash('sha256').update(projectFolder).digest('hex').slice(0, 8)
  return join('/var/lib/munjang', `${basename(projectFolder)}-${mark}`)
}

/** Exists in the folder during a restore (backup.ts): the other files are then incomplete. */
export const restoreMark = 'restoring'

/** A living process holds the folder. */
export class DataInUse extends Error {
  readonly pid: number
  readonly address: string
  constructor(folder: string, { pid, address }: Running) {
    super(
      `Munjang is already running on this data: process ${pid} at ${address}. Stop it first, or set DATA_FOLDER and PORT to run a second one. Data: ${folder}`,
    )
    this.pid = pid
    this.address = address
  }
}

type Running = { pid: number; bornAt: string | null; address: string }

/**
 * Takes the folder for this process until the returned function is called or the process dies.
 * @throws DataInUse when a living process holds it; the message names that process and where it can be reached
 */
export function takeDataFolder(folder: string, address: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'running.json')
  const mine: Running = { pid: process.pid, bornAt: birthOf(process.pid), address }
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const other = readRunning(file)
    if (other && isAlive(other)) throw new DataInUse(folder, other)
    rmSync(file, { force: true })
  }
}

function readRunning(file: string): Running | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Running
  } catch {
    // The file was interrupted while it was written, or just removed: no running process holds it.
    return null
  }
}

/** A process id may have been reused: the start time distinguishes the processes where the system reports it. */
function isAlive(other: Running): boolean {
  if (!doesProcessExist(other.pid)) return false
  return other.bornAt === null || birthOf(other.pid) === other.bornAt
}

export function doesProcessExist(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time in clock ticks since boot: field 22 of /proc/<pid>/stat, see proc(5). Null where there is no /proc. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
