// Started like a worker process: it attempts what a hijacked library would attempt, and reports the results.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'

export type ProbeReport = { [attempt: string]: string }
type Probe = { port: number; files: string[] }

const tried = (attempt: () => unknown): string => {
  try {
    return `done: ${JSON.stringify(attempt())}`.slice(0, 200)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  }
}
const connected = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve('done'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

process.once('message', async ({ port, files }: Probe) => {
  const report: ProbeReport = {
    environment: Object.keys(process.env)
      .filter((name) => !name.startsWith('NODE_CHANNEL'))
      .join(),
    user: String(process.getuid?.()),
    write: tried(() => writeFileSync('/tmp/probe', 'x')),
    start: tried(() => spawnSync('true').error?.message ?? 'started'),
    network: await connected(port),
  }
  for (const file of files) report[file] = tried(() => readFileSync(file, 'utf8').length)
  process.send?.(report)
})
