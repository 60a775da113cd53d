// The vocabulary of journeys: the page in one of the two languages, users who sign in, and the messages that they read.
import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page, type Request, type Route } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { runSql } from './database.ts'
import { addFactor, register } from './register.ts'
import { translate, type Messages, type Values } from '#shared/words.ts'

export { expect }
type Language = 'ko' | 'en'

type Fixtures = {
  language: Language
  /** The messages on the screen: `words('tools.form.write', {tokens: 4600})`. */
  words: (key: string, values?: Values) => string
  /** Opens a page of the product in the journey's language: `/tool/list`. */
  open: (path: string) => Promise<void>
  /**
   * Waits until the page has received what it asked for, its late code included: 500 ms without an open request.
   * Visits are logged separately, with `keepalive`: Chromium does not always report their end, so Playwright's own
   * `networkidle` may never come.
   */
  expectLoaded: () => Promise<void>
  /** Signs a new member up; no page is open afterwards. */
  signUp: (name?: string) => Promise<string>
  /** Gives the signed-in member a role of the console, and the second factor that it requires. */
  makeOperator: (name: string, role?: 'operator' | 'owner') => Promise<void>
  /**
   * axe finds nothing on the current page. Colours do not depend on the language. A journey in both languages is
   * therefore checked in the dark scheme in Korean.
   */
  expectAccessible: () => Promise<void>
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.E2E_ORIGIN ?? ''),
  context: async ({ context }, use) => {
    context.on('page', waitForCaret)
    await use(context)
  },
  // It is invisible, but input from before it would be lost then: the browser must find the page that the server sent.
  page: async ({ page }, use) => {
    const rerendered: string[] = []
    page.on(
      'pageerror',
      ({ message }) => /Minified React error #4(18|2[1-5])/.test(message) && rerendered.push(message),
    )
    await use(page)
    expect(rerendered, 'pages that React rendered again').toEqual([])
  },
  language: async ({}, use, info) => use(info.project.name === 'en' ? 'en' : 'ko'),
  words: async ({ language }, use) => {
    await use((key, values) => {
      const [file = '', ...rest] = key.split('.')
      const messages = JSON.parse(
        readFileSync(new URL(`../shared/messages/${language}/${file}.json`, import.meta.url), 'utf8'),
      ) as Messages
      return translate(messages, rest.join('.'), { site: language === 'ko' ? '문장' : 'Munjang', ...values })
    })
  },
  open: async ({ page, language }, use) => use(async (path) => void (await page.goto(`/${language}${path}`))),
  expectLoaded: [
    async ({ page }, use) => {
      const open = new Set<Request>()
      let lastChange = 0
      const ended = (request: Request) => {
        lastChange = Date.now()
        open.delete(request)
      }
      page.on('request', (request) => {
        if (/\/rest\/v1\/(statistic_log|prompt_view)/.test(request.url())) return
        lastChange = Date.now()
        open.add(request)
      })
      page.on('requestfinished', ended)
      page.on('requestfailed', ended)
      // A page that is left takes its requests with it.
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame())
          for (const request of open) if (!request.isNavigationRequest()) open.delete(request)
      })
      await use(async () => {
        await page.waitForLoadState('load')
        await expect
          .poll(
            () =>
              Date.now() - lastChange < 500 ? ['just loaded'] : [...open].map((request) => request.url()),
            {
              message: 'requests without an answer',
            },
          )
          .toEqual([])
      })
    },
    { auto: true },
  ],
  signUp: async ({ context, baseURL, language }, use) => {
    await use(async (name = uniqueName()) => {
      await register(context, baseURL ?? '', language, { name, email: `${name}@example.com` })
      return name
    })
  },
  makeOperator: async ({ context, baseURL }, use) => {
    await use(async (name, role = 'operator') => {
      await runSql(`update public."user" set role = $2 where nickname = $1`, [name, role])
      await addFactor(context, baseURL ?? '')
    })
  },
  expectAccessible: async ({ page, language }, use, info) => {
    const isMadeOnce = info.tags.length > 0
    await use(async () => {
      for (const colorScheme of language === 'ko' || isMadeOnce
        ? (['light', 'dark'] as const)
        : (['light'] as const)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        // In the dark scheme only colours differ: the other rules have been checked already. Our pages have no frames,
        // so axe needs no separate page.
        const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
        const { violations } = await (
          colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe
        ).analyze()
        expect(
          violations.map(
            (violation) =>
              `${colorScheme}: ${violation.id} at ${violation.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join('; ')}`,
          ),
        ).toEqual([])
      }
    })
  },
})

export const uniqueName = (): string => `t${crypto.randomUUID().slice(0, 8)}`

export async function chooseProvider(page: Page, provider: 'Google' | 'Kakao' | '카카오'): Promise<void> {
  await page.getByRole('button', { name: provider }).click()
  await page.waitForURL(/\/development-identity\//)
}

const emailOf = (name: string) => `${name}@example.com`

/**
 * Opens the provider and enters a name at the development sign-in; each name is another user. A newcomer sees the
 * consents next.
 */
export async function startSignIn(page: Page, name: string): Promise<void> {
  await chooseProvider(page, 'Google')
  await page.locator('input[name="name"]').fill(name)
  await page.locator('input[name="email"]').fill(emailOf(name))
  await page.locator('button[value="typed"]').click()
}

/** Signs a user in from a page with the sign-in, a newcomer with the consents. */
export async function signInAs(page: Page, name: string): Promise<void> {
  const [known] = await runSql(
    'select u.id from auth.users a join public."user" u on u.id = a.id where a.email = $1 and u.is_active',
    [emailOf(name)],
  )
  await startSignIn(page, name)
  if (!known) await acceptConsents(page)
}

/** Ticks every consent of the sign-up and continues. */
export async function acceptConsents(page: Page): Promise<void> {
  await page.locator('input[name="all"]').check()
  await page.locator('button[type="submit"]').click()
}

/**
 * Chromium tells the page of a moved caret a task later. A key that follows at once, as no person presses it, would find
 * the editor at the old place.
 */
function waitForCaret(page: Page): void {
  const { keyboard } = page
  const press = keyboard.press.bind(keyboard)
  keyboard.press = async (key, options) => {
    await press(key, options)
    if (/(?:Home|End|Arrow(?:Up|Down|Left|Right)|\+a)$/.test(key))
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
  }
}

/**
 * Answers requests in the server's place until the returned function is called. The route itself stays: when Chromium
 * stops intercepting while a page loads, it loses requests now and then, and the page never paints.
 */
export async function interfere(
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOver = false
  await page.route(address, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}
