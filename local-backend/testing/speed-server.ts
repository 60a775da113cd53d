// The server that `bench/` measures: the backend, or the minimal server with the same statements. node speed-server.ts
// backend|batch|plain <authenticator's URL> <auth admin's URL>, on a database with the library.
import { serve } from '@hono/node-server'
import { createAccessTokens, type AccessTokens } from '#backend/access-token.ts'
import { newKeys, type BackendKeys } from '#backend/keys.ts'
import { createBackend, type Backend } from '#backend/main.ts'
import { createOperator, createVisitor, type Address } from './sign-in.ts'
import { serveFloor } from './speed-floor.ts'

const [mode = '', authenticatorUrl = '', authAdminUrl = ''] = process.argv.slice(2)
const membersCount = 16

process.once('SIGTERM', () => process.exit(0))
if (mode === 'backend') await serveBackend()
else await serveFloor({ authenticatorUrl, authAdminUrl, isPlain: mode === 'plain' })

/** Serves as any process does. On /speed-facts it creates members and returns the facts that the bench needs. */
async function serveBackend(): Promise<void> {
  const keys = await newKeys()
  let backend: Backend | null = null
  const answer = async (request: Request, bindings: object) => {
    if (request.url.endsWith('/speed-facts'))
      return Response.json(await gatherFacts(new URL(request.url).origin, keys))
    return backend ? backend.app.fetch(request, bindings) : new Response(null, { status: 503 })
  }
  serve({ fetch: answer, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
    const url = `http://127.0.0.1:${port}`
    void startBackend(url, keys).then((started) => {
      backend = started
      console.log(`The backend listens at ${url}`)
    })
  })
}

function startBackend(url: string, keys: BackendKeys): Promise<Backend> {
  return createBackend({
    authenticatorUrl,
    authAdminUrl,
    publicUrl: url,
    redirectAllowList: [],
    keys,
    providers: {},
    developmentIdentityProvider: false,
    auth: { email: true },
    sendMail: () => Promise.reject(new Error('Nobody is mailed here.')),
    // All requests have one address here.
    rateLimits: { token: 1_000_000, attempt: 1_000_000, account: 1_000_000, rest: 10_000_000 },
  })
}

/** The facts that the bench needs: keys, sessions, and the time of a token check. */
async function gatherFacts(url: string, keys: BackendKeys): Promise<object> {
  const address: Address = { url, keys }
  const members: { accessToken: string; refreshToken: string }[] = []
  for (let index = 0; index < membersCount; index++) {
    const login = { email: `member${index}@example.com`, password: `password of ${index}` }
    await createOperator(address).auth.admin.createUser({ ...login, email_confirm: true })
    const { data, error } = await createVisitor(address).auth.signInWithPassword(login)
    if (error) throw error
    members.push({ accessToken: data.session.access_token, refreshToken: data.session.refresh_token })
  }
  const tokens = await createAccessTokens({ ...keys, issuer: `${url}/auth/v1`, algorithm: 'ES256' })
  return {
    publishableKey: keys.publishableKey,
    members,
    tokenCheckMs: await timeTokenChecks(tokens, members[0]?.accessToken ?? ''),
  }
}

/** Average milliseconds for a new token and for a repeated one. */
async function timeTokenChecks(
  tokens: AccessTokens,
  known: string,
): Promise<{ first: number; again: number }> {
  const rounds = 500
  const claims = {
    sub: '00000000-0000-4000-8000-000000000000',
    aud: 'authenticated',
    role: 'authenticated',
    email: 'member@example.com',
    phone: '',
    app_metadata: {},
    user_metadata: {},
    aal: 'aal1',
    amr: [],
    is_anonymous: false,
  }
  const signed = Array.from({ length: rounds }, (_, index) =>
    tokens.sign({ ...claims, session_id: String(index) }),
  )
  const fresh = (await Promise.all(signed)).map(({ token }) => token)
  const average = async (list: string[]) => {
    const startedAt = performance.now()
    for (const token of list)
      if ((await tokens.verify(token)).refusal) throw new Error('A token of ours was refused.')
    return (performance.now() - startedAt) / list.length
  }
  return { first: await average(fresh), again: await average(Array.from({ length: rounds }, () => known)) }
}
