// Members of the product that the bench started, signed in without a browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importJWK, SignJWT, type JWK } from 'jose'
import { createMember } from '#scripts/testing/database.ts'

/** Each takes a connection or two of the embedded database's sixty. */
const atOnce = 8

export type BenchMember = { id: string; accessToken: string }

/** The `iss` of the auth service: the product's own origin, which it calls localhost. */
const issuerOf = (port: string) => `http://localhost:${port}/auth/v1`

/**
 * Members with a session and tokens, in the embedded database of a product that runs on `dataFolder` at `url`. Their
 * access tokens are signed with that product's own key.
 */
export async function createMembers(o: {
  dataFolder: string
  url: string
  count: number
  /** The lifetime of their access tokens: longer than the measurement. */
  hours?: number
}): Promise<BenchMember[]> {
  const { jwk } = JSON.parse(readFileSync(join(o.dataFolder, 'keys.json'), 'utf8')) as { jwk: JWK }
  const key = await importJWK(jwk, 'ES256')
  const adminUrl = findDatabase(o.dataFolder)
  const members: BenchMember[] = []
  const create = async (): Promise<BenchMember> => {
    const member = await createMember(adminUrl, { token: 1_000_000 })
    const accessToken = await new SignJWT({ role: 'authenticated', session_id: member.sessionId })
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid ?? '', typ: 'JWT' })
      .setSubject(member.id)
      .setIssuer(issuerOf(new URL(o.url).port))
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime(`${o.hours ?? 1}h`)
      .sign(key)
    return { id: member.id, accessToken }
  }
  while (members.length < o.count) {
    const group = Array.from({ length: Math.min(atOnce, o.count - members.length) }, create)
    members.push(...(await Promise.all(group)))
  }
  return members
}

/** Postgres writes the port it listens on into line 4 of postmaster.pid (PostgreSQL manual, 66.1 "Database File Layout"). */
export function findDatabase(dataFolder: string): string {
  const port = readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8')
  return `postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`
}
