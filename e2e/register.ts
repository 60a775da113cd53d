// Registers a new member without a screen, for journeys that begin after the sign-in. sign-in.spec.ts shows the sign-in
// itself.
import { expect, type APIResponse, type BrowserContext } from '@playwright/test'
import { createServerClient } from '@supabase/ssr'
import { sessionCookieName } from '#shared/accounts.ts'
import { totp } from './totp.ts'

/** Signs a member up by the same steps as the pages; the context has the session afterwards. */
export async function register(
  context: BrowserContext,
  origin: string,
  language: 'ko' | 'en',
  person: { name: string; email: string },
): Promise<void> {
  const { request } = context
  const provider = await expectOk(
    await request.post(`${origin}/${language}/sign/in`, {
      form: { provider: 'google' },
      headers: { origin },
    }),
  )
  const action = /<form method="post" action="([^"]+)" aria-labelledby="typed"/.exec(
    await provider.text(),
  )?.[1]
  const newcomer = await expectOk(
    await request.post(new URL(action ?? '', provider.url()).href, {
      form: { ...person, verified: 'yes', choice: 'typed' },
    }),
  )
  const key = /sb_publishable_[\w-]+/.exec(await newcomer.text())?.[0] ?? ''
  const supabase = createSupabase(context, origin, key)
  const { data } = await supabase.auth.getSession()
  const { data: user } = await supabase.auth.getUser()
  await expectOk(
    await request.post(`${origin}/v1/auth/sign/up`, {
      data: { lang: language, uuid: user.user?.identities?.[0]?.identity_id },
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    }),
  )
  await expectOk(
    await request.post(`${origin}/v1/auth/user/consent`, {
      data: { uuid: user.user?.id, age: true, terms: true, privacy: true, news: false },
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    }),
  )
  const { error } = await supabase.auth.refreshSession()
  if (error) throw error
  const finished = await supabase.rpc('complete_sign_up')
  if (finished.error) throw finished.error
}

/** Adds an authenticator app to the signed-in member; it raises the context's session. @returns the app's secret */
export async function addFactor(context: BrowserContext, origin: string): Promise<string> {
  const page = await expectOk(await context.request.get(`${origin}/ko/terms/use`))
  const key = /sb_publishable_[\w-]+/.exec(await page.text())?.[0] ?? ''
  const { mfa } = createSupabase(context, origin, key).auth
  const { data: factor } = await mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
  const secret = factor?.totp.secret ?? ''
  const { error } = await mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: totp(secret, 0) })
  expect(error).toBeNull()
  return secret
}

async function expectOk(response: APIResponse): Promise<APIResponse> {
  if (response.ok()) return response
  throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
}

/** The official client on the context's cookies. */
const createSupabase = (context: BrowserContext, origin: string, key: string) =>
  createServerClient(origin, key, {
    cookieOptions: { name: sessionCookieName },
    cookies: {
      getAll: () => context.cookies(origin),
      setAll: (cookies) =>
        context.addCookies(
          cookies.map(({ name, value, options }) => ({
            name,
            value,
            url: origin,
            sameSite: 'Lax' as const,
            expires: Math.floor(Date.now() / 1000) + (options.maxAge ?? 0),
          })),
        ),
    },
  })
