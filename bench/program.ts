// Programs that are measured run in processes of their own, and none of them outlives the bench.
import { spawn, type ChildProcess } from 'node:child_process'

export type Program = {
  pid: number
  /** Where it listens, by address instead of by name: http://127.0.0.1:port */
  url: string
  /** When it was started, on the clock of performance.now(). */
  startedAt: number
  /** The bytes in use after a garbage collection. Only for programs under `report-heap.ts`. */
  heldBytes(): Promise<number>
  /** @throws when it ends in an unexpected way */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
/** For the end of a bench that failed or was stopped: asks every program to end and waits until all have. */
export async function stopPrograms(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      child.kill('SIGTERM')
      return new Promise((resolve) => child.once('close', resolve))
    }),
  )
}

/**
 * Starts a program under this Node and waits until it prints its address.
 * @throws with its output when it ends before that
 */
export function startProgram(o: { arguments: string[]; env?: NodeJS.ProcessEnv }): Promise<Program> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, o.arguments, {
    env: { ...process.env, ...o.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  let isReady = false
  let isStopping = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      // Its clients only get a connection error, so this logs the reason.
      if (isReady && !isStopping) console.error(`A measured program ended by itself with ${code}:\n${output}`)
      resolve(code)
    })
  })
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const port = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(output)?.[1]
      if (!port || !child.pid) return
      isReady = true
      const stop = async () => {
        isStopping = true
        child.kill('SIGTERM')
        if ((await ended) !== 0) throw new Error(`A measured program did not end well:\n${output}`)
      }
      const heldBytes = () =>
        new Promise<number>((tell) => {
          child.once('message', (bytes) => tell(bytes as number))
          child.send('held bytes')
        })
      resolve({ pid: child.pid, url: `http://127.0.0.1:${port}`, startedAt, heldBytes, stop })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    void ended.then((code) => reject(new Error(`A program ended with ${code} too early:\n${output}`)))
  })
}
