import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { isObject, parseJson } from '#backend/json.ts'

export type BackendKeys = {
  /** `sb_publishable_...`: may be in browsers, has the role anon. */
  publishableKey: string
  /** `sb_secret_...`: has the role service_role, never leaves the server. */
  secretKey: string
  /** The classic keys, signed with jwtSecret by HS256: the same rights as the two above. */
  anonKey: string
  serviceRoleKey: string
  /** Private ES256 key that signs access tokens; /.well-known/jwks.json publishes its public half. */
  jwk: JWK
  /** Signs classic keys and, with HS256, access tokens; also keys the hashes of sent codes. */
  jwtSecret: string
  /** Authenticates our own server, whose `x-forwarded-for` is then trusted. */
  proxySecret: string
}

/**
 * The keys in `file` (JSON, mode 0600), created on first use. Of two processes that start together, one writes and both
 * read the same. Throws when the file exists but is no key file: it is never overwritten.
 */
export async function loadKeys(file: string): Promise<BackendKeys> {
  const existing = await readKeys(file)
  if (existing) return existing
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(await newKeys(), null, 2), { mode: 0o600, flag: 'wx' })
  try {
    // link, unlike rename, fails when another process was first, and never exposes a half-written file.
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
    ...(await classicKeys(randomBytes(48).toString('base64url'))),
    jwk: { ...jwk, kid: randomUUID(), alg: 'ES256', use: 'sig' },
    proxySecret: randomBytes(32).toString('base64url'),
  }
}

/**
 * The anon and service_role keys of hosted projects. They have no times, so that one secret always gives the same keys.
 */
async function classicKeys(
  jwtSecret: string,
): Promise<Pick<BackendKeys, 'jwtSecret' | 'anonKey' | 'serviceRoleKey'>> {
  const sign = (role: string) =>
    new SignJWT({ iss: 'supabase', role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(jwtSecret))
  return { jwtSecret, anonKey: await sign('anon'), serviceRoleKey: await sign('service_role') }
}

const secretMinLength = 32

/** Whether a secret is hard to guess: long, and not one repeated character. */
export function isStrongSecret(secret: string): boolean {
  return secret.length >= secretMinLength && new Set(secret).size >= secretMinLength / 4
}

/**
 * Refuses guessable keys: shorter than those of newKeys, or one repeated character. Throws an Error that names the key
 * and never shows it.
 */
export function requireStrongKeys(keys: BackendKeys): void {
  const { publishableKey, secretKey, jwtSecret, proxySecret, jwk } = keys
  const secrets = { secretKey: secretKey.replace(/^sb_secret_/, ''), jwtSecret, proxySecret }
  for (const [name, secret] of Object.entries(secrets)) {
    if (isStrongSecret(secret)) continue
    throw new Error(
      `${name} is missing or weak: it needs at least ${secretMinLength} random characters. loadKeys makes good ones.`,
    )
  }
  if (!/^sb_publishable_\S{20,}$/.test(publishableKey))
    throw new Error('publishableKey is missing or too short.')
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || !jwk.d)
    throw new Error('jwk is not a private P-256 key: access tokens could not be signed.')
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
  if (keys.jwtSecret) return keys
  // A file from before the classic keys: they are derived, so that every process that reads it gets the same.
  const derived = createHmac('sha512', keys.secretKey).update('jwt-secret').digest('base64url')
  return { ...keys, ...(await classicKeys(derived)) }
}

function isKeys(value: unknown): value is BackendKeys {
  if (!isObject(value)) return false
  const keys: Partial<BackendKeys> = value
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
