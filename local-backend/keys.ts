import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

export type BackendKeys = {
  /** `sb_publishable_...`: may travel to browsers, opens the role anon. */
  publishableKey: string
  /** `sb_secret_...`: opens service_role, never leaves the server. */
  secretKey: string
  /** Private ES256 key that signs access tokens; its public half is what /.well-known/jwks.json shows. */
  jwk: JWK
  /** Proves that a request comes from our own server, whose `x-forwarded-for` is then believed. */
  proxySecret: string
}

/**
 * The keys in `file` (JSON, mode 0600), made on first use. Of two processes that start at once, one writes and both
 * read the same. Throws when the file exists but is no key file: it is never overwritten.
 */
export async function loadKeys(file: string): Promise<BackendKeys> {
  const existing = await readKeys(file)
  if (existing) return existing
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(await newKeys(), null, 2), { mode: 0o600, flag: 'wx' })
  try {
    // link, unlike rename, fails when somebody else was first, and never shows a half-written file.
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  const written = await readKeys(file)
  if (!written) throw new Error(`The key file ${file} vanished while it was being written.`)
  return written
}

/** Fresh random keys. */
export async function newKeys(): Promise<BackendKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    jwk: { ...jwk, kid: randomUUID(), alg: 'ES256', use: 'sig' },
    proxySecret: randomBytes(32).toString('base64url'),
  }
}

async function readKeys(file: string): Promise<BackendKeys | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  const keys = parseJson(text)
  if (!isKeys(keys))
    throw new Error(`${file} is not a key file of this backend: move it away to get new keys.`)
  return keys
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isKeys(value: unknown): value is BackendKeys {
  if (typeof value !== 'object' || value === null) return false
  const keys = value as Partial<BackendKeys>
  return (
    keys.publishableKey?.startsWith('sb_publishable_') === true &&
    keys.secretKey?.startsWith('sb_secret_') === true &&
    typeof keys.proxySecret === 'string' &&
    keys.jwk?.kty === 'EC' &&
    keys.jwk.crv === 'P-256' &&
    typeof keys.jwk.d === 'string'
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
