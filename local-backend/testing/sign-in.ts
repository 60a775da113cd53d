import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { TestBackend } from './test-backend.ts'
import { createTestBrowser, type TestBrowser, type Visit } from './test-browser.ts'

/** The URL and keys of clients. */
export type Address = { url: string; keys: { publishableKey: string; secretKey: string } }

export type ProviderChoice = Record<string, string>

/** A supabase-js client of one browser: PKCE by default, its own storage, no timers. */
export function createVisitor(backend: Address, flowType: 'pkce' | 'implicit' = 'pkce'): SupabaseClient {
  const stored = new Map<string, string>()
  return createClient(backend.url, backend.keys.publishableKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
  })
}

/** A supabase-js client with the secret key. */
export function createOperator(backend: Address): SupabaseClient {
  return createClient(backend.url, backend.keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** A browser that stops at every URL outside the backend's own paths. */
export function browserOf(backend: TestBackend, language = 'en'): TestBrowser {
  return createTestBrowser({
    language,
    stopAt: (url) => url.origin !== backend.url || !/^\/(auth|development-identity)\//.test(url.pathname),
  })
}

/** Completes the page of the development provider; resolves to the browser's final URL. */
export async function visitProvider(
  browser: TestBrowser,
  url: string,
  choice: ProviderChoice,
): Promise<Visit> {
  const page = await browser.open(url)
  if (page.status !== 200) return page
  return browser.open(page.url.href, { method: 'POST', form: choice })
}

export type SignedIn = { client: SupabaseClient; session: Session; browser: TestBrowser }

/** Signs in through the development identity provider, as the product does: authorize, page, callback, PKCE exchange. */
export async function signIn(
  backend: TestBackend,
  provider: 'google' | 'kakao',
  choice: ProviderChoice,
): Promise<SignedIn> {
  const client = createVisitor(backend)
  const browser = browserOf(backend)
  const { data } = await client.auth.signInWithOAuth({
    provider,
    options: { redirectTo: `${backend.url}/ko/sign/confirm?next=%2Fko`, skipBrowserRedirect: true },
  })
  const { url } = await visitProvider(browser, data.url ?? '', choice)
  const code = url.searchParams.get('code')
  if (!code) throw new Error(`The sign-in ended without a code at ${url.href}`)
  const exchanged = await client.auth.exchangeCodeForSession(code)
  if (exchanged.error) throw exchanged.error
  return { client, session: exchanged.data.session, browser }
}

/** A browser that opens a URL once and returns its redirect target. */
export async function follow(url: string | null | undefined): Promise<URL> {
  const response = await fetch(url ?? '', { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

/** A person from the form of the development provider. */
export function typed(name: string, email: string, isEmailVerified: boolean): ProviderChoice {
  return { choice: 'typed', name, email, ...(isEmailVerified ? { verified: 'yes' } : {}) }
}
