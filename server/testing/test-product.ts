// A whole product on a database of its own, with tokens that the test signs, for *.api.test.ts files.
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import {
  createAccount,
  createMember,
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
  type TestMember,
} from '#scripts/testing/database.ts'
import { readConfig, type Config } from '#server/config.ts'
import { createProduct, type Product } from '#server/main.ts'
import { createTokenVerifier } from '#server/adapters/access-tokens.ts'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** These tests need no pages, and a concurrent build must not affect them. */
const noBuild = '/nowhere'
const issuer = 'http://127.0.0.1:3000/auth/v1'

/** A member with an access token. */
export type Member = TestMember & { token: string }

export type TestProduct = {
  product: Product
  database: Database
  testDatabase: TestDatabase
  config: Config
  member(options?: Parameters<typeof createMember>[1]): Promise<Member>
  /** A person who signed in at a provider and has not signed up. */
  account(options?: Parameters<typeof createAccount>[1]): Promise<Member>
  sign(claims: Record<string, unknown>, options?: SignOptions): Promise<string>
  /** @param assurance `aal2` for a session with the second factor */
  tokenOf(member: TestMember, assurance?: string): Promise<string>
  /** POST with a bearer token; a string is sent unchanged, anything else as JSON. */
  post(path: string, body: unknown, token?: string, headers?: Record<string, string>): Promise<Response>
  /** A second product on the same database, which shares no memory, like another process. */
  another(deps?: Partial<Dependencies>): Promise<Product>
  close(): Promise<void>
}
type SignOptions = {
  key?: CryptoKey
  alg?: string
  issuer?: string
  audience?: string
  expires?: string | number
  header?: Record<string, unknown>
}

export async function createTestProduct(
  options: {
    env?: Record<string, string>
    deps?: Partial<Dependencies>
    makeDeps?: (config: Config) => Partial<Dependencies>
  } & TestDatabaseOptions = {},
): Promise<TestProduct> {
  const testDatabase = await createTestDatabase(options)
  const config = readConfig({
    SUPABASE_URL: 'http://127.0.0.1:3000',
    SUPABASE_PUBLISHABLE_KEY: 'publishable',
    SUPABASE_SECRET_KEY: 'secret',
    AUTH_ISSUER: issuer,
    DATABASE_URL: testDatabase.url,
    DEMO_DELAY_MS: '0',
    JOBS: 'off',
    ...options.env,
  })
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'test' }] })
  const database = connectDatabase(config.databaseUrl, { connectionsMax: config.databaseConnectionsMax })
  const deps: Partial<Dependencies> = {
    verifyAccessToken: createTokenVerifier(config.supabase, keys),
    authAdmin: { setUserAuth: () => Promise.resolve(), removeFactors: () => Promise.resolve() },
    ...options.deps,
    ...options.makeDeps?.(config),
  }
  const product = await createProduct(config, { buildFolder: noBuild, deps: { ...deps, database } })
  const others: Product[] = []

  const sign: TestProduct['sign'] = (claims, o = {}) =>
    new SignJWT({ role: 'authenticated', ...claims })
      .setProtectedHeader({ alg: o.alg ?? 'ES256', kid: 'test', ...o.header })
      .setIssuer(o.issuer ?? issuer)
      .setAudience(o.audience ?? 'authenticated')
      .setIssuedAt()
      .setExpirationTime(o.expires ?? '1h')
      .sign(o.key ?? privateKey)
  const tokenOf: TestProduct['tokenOf'] = (member, assurance) =>
    sign({ sub: member.id, session_id: member.sessionId, ...(assurance ? { aal: assurance } : {}) })

  return {
    product,
    database,
    testDatabase,
    config,
    sign,
    tokenOf,
    async member(memberOptions) {
      const member = await createMember(testDatabase.adminUrl, memberOptions)
      return { ...member, token: await tokenOf(member) }
    },
    async account(accountOptions) {
      const account = await createAccount(testDatabase.adminUrl, accountOptions)
      return { ...account, token: await tokenOf(account) }
    },
    async post(path, body, token, headers) {
      return product.app.request(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': 'en',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
    async another(otherDeps) {
      const other = await createProduct(config, { buildFolder: noBuild, deps: { ...deps, ...otherDeps } })
      others.push(other)
      return other
    },
    async close() {
      await Promise.all([product, ...others].map((running) => running.stop()))
      await testDatabase.close()
    },
  }
}
