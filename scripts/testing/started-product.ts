// The product as `npm start` starts it: a process of its own on data of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
const running = new Set<ChildProcess>()

/** Stops all processes that a test file has started, and removes their folders. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export type Started = { child: ChildProcess; origin: string; output: () => string }

/** Starts the product and waits until it is ready. @throws with its output when it ends before */
export async function start(dataFolder: string, env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const port = env.PORT ? Number(env.PORT) : await findFreePort()
  const { PUBLIC_ORIGIN: _, SUPABASE_URL: __, DATABASE_URL: ___, ...inherited } = process.env
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: project,
    env: { ...inherited, NODE_ENV: 'production', PORT: String(port), DATA_FOLDER: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Munjang is ready'))
        resolve({ child, origin: `http://127.0.0.1:${port}`, output: () => output })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => {
      running.delete(child)
      reject(new Error(output))
    })
  })
}

export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'munjang-start-'))
  folders.push(folder)
  return folder
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
