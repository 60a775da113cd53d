// The product as `npm start` runs it, on a free port and with data of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

export type Product = { origin: string; dataFolder: string; stop(): Promise<void> }

/** @param settings added to the environment; the developer's own settings for the product never reach it */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'munjang-e2e-'))
  const port = await findFreePort()
  const child = await spawnProduct({ PORT: String(port), DATA_FOLDER: dataFolder, ...settings })
  return {
    origin: `http://localhost:${port}`,
    dataFolder,
    async stop() {
      await end(child)
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

function spawnProduct(settings: Record<string, string>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(project, 'scripts/start.ts')], {
      cwd: project,
      env: { ...ownEnvironment, NODE_ENV: 'production', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Munjang is ready')) resolve(child)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', (chunk: Buffer) => {
      listen(chunk)
      process.stderr.write(chunk)
    })
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${output}`)),
    )
  })
}

/** The report of `npm run fsck` on a running product's data, except for history that journeys write themselves. */
export function findBrokenRules(dataFolder: string): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'scripts/fsck.ts')], {
    cwd: project,
    env: { ...ownEnvironment, DATA_FOLDER: dataFolder },
    encoding: 'utf8',
  })
  const findings = stdout.split('\n').filter((line) => /^I\d: /.test(line))
  // It could not look: that is no good end either.
  if (status !== 0 && findings.length === 0) return [stderr]
  return findings.filter((line) => !/have no origin: [a-z]+-journey:/.test(line))
}

const foreignSettings = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'COMPATIBLE_BASE_URL',
  'TOSS_CLIENT_KEY',
  'TOSS_SECRET_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'GOOGLE_CLIENT_ID',
  'KAKAO_CLIENT_ID',
  'DATABASE_URL',
  'S3_BUCKET',
  'SUPABASE_URL',
  'PUBLIC_ORIGIN',
  'HOST',
]
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !foreignSettings.includes(name)),
)

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
