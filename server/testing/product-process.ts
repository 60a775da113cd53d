// The product as a separate process, started as in production, for tests that end it with a signal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Member, TestProduct } from './test-product.ts'

export type ProductProcess = {
  post(path: string, body: object, member: Member): Promise<Response>
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

const secret = 'a secret that both sides of a test know'

/**
 * A second process on the database of `test`. It uses its own tokens for members and does not wait for runs when it
 * ends.
 */
export async function startProductProcess(
  test: TestProduct,
  env: Record<string, string>,
): Promise<ProductProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: test.config.databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      SUPABASE_URL: 'http://127.0.0.1:3000',
      SUPABASE_PUBLISHABLE_KEY: 'p',
      SUPABASE_SECRET_KEY: 's',
      SUPABASE_JWT_SECRET: secret,
      JOBS: 'off',
      RUN_DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await findAddress(child.stdout)
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return {
    async post(path, body, member) {
      const token = await test.sign({ sub: member.id, session_id: member.sessionId }, { key, alg: 'HS256' })
      return fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return ((await ended) as [number | null])[0]
    },
  }
}

async function findAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /http:\/\/127\.0\.0\.1:\d+$/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('The process ended before it listened.')
}
