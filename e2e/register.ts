// A new member without a screen: for journeys that begin where sign-in ends. Sign-in itself is shown in sign-in.spec.ts.
import type { APIResponse, BrowserContext } from '@playwright/test'
import { createServerClient } from '@supabase/ssr'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCookieName } from '#shared/accounts.ts'

const origin = () => process.env.E2E_ORIGIN ?? ''

/** Signs somebody up by the same steps as the pages do; the context has the session afterwards. */
export async function register(
  context: BrowserContext,
  language: 'ko' | 'en',
  person: { name: string; email: string },
): Promise<void> {
  const { request } = context
  const page = await expectOk(
    await request.post(`${origin()}/${language}/sign/in`, {
      form: { provider: 'google' },
      headers: { origin: origin() },
    }),
  )
  const action = /<form method="post" action="([^"]+)" aria-labelledby="typed"/.exec(await page.text())?.[1]
  await expectOk(
    await request.post(new URL(action ?? '', page.url()).href, {
      form: { ...person, verified: 'yes', choice: 'typed' },
    }),
  )
  const supabase = createSupabase(context)
  const { data } = await supabase.auth.getSession()
  const { data: user } = await supabase.auth.getUser()
  await expectOk(
    await request.post(`${origin()}/v1/auth/sign/up`, {
      data: { lang: language, uuid: user.user?.identities?.[0]?.identity_id },
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    }),
  )
  const { error } = await supabase.auth.refreshSession()
  if (error) throw error
}

async function expectOk(response: APIResponse): Promise<APIResponse> {
  if (response.ok()) return response
  throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
}

/** The official client on the context's cookies. */
function createSupabase(context: BrowserContext) {
  const keys = JSON.parse(readFileSync(join(process.env.E2E_DATA_FOLDER ?? '', 'keys.json'), 'utf8')) as {
    publishableKey: string
  }
  return createServerClient(origin(), keys.publishableKey, {
    cookieOptions: { name: sessionCookieName },
    cookies: {
      getAll: () => context.cookies(origin()),
      setAll: (cookies) =>
        context.addCookies(
          cookies.map(({ name, value, options }) => ({
            name,
            value,
            url: origin(),
            sameSite: 'Lax' as const,
            expires: Math.floor(Date.now() / 1000) + (options.maxAge ?? 0),
          })),
        ),
    },
  })
}
