// Client navigations: the browser's behaviour for a new document must apply to them too.
import { watchLostFocus } from './lost-focus.ts'
import { expect, interfere, test } from './journey.ts'

let lostFocus: readonly string[]
test.beforeEach(async ({ page }) => {
  lostFocus = await watchLostFocus(page)
})
test.afterEach(() => expect(lostFocus, 'focus that fell to the body').toEqual([]))

/** The page's metadata for machines: robots, description, addresses, link preview. */
const readHead = () => ({
  title: document.title,
  description: document.querySelector('meta[name=description]')?.getAttribute('content'),
  robots: document.querySelector('meta[name=robots]')?.getAttribute('content'),
  canonical: [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href')),
  languages: [...document.querySelectorAll('link[hreflang]')].map((link) => link.getAttribute('href')),
  preview: [...document.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')]
    .map(
      (meta) =>
        `${meta.getAttribute('property') ?? meta.getAttribute('name')}: ${meta.getAttribute('content')}`,
    )
    .toSorted((a, b) => a.localeCompare(b)),
})

test('R33: after a client navigation focus, announcement and head belong to the new page', async ({
  page,
  language,
  words,
  open,
  expectLoaded,
}) => {
  await open('/tool/list')
  await expectLoaded()
  const heading = page.getByRole('heading', { level: 1 })
  const menu = page.getByRole('banner').getByRole('navigation').first()
  for (const [name, path] of [
    ['site.nav.keywords', '/tool/keyword'],
    ['site.nav.price', '/price'],
    ['site.nav.prompts', '/prompt/list'],
    ['site.nav.articles', '/article/list'],
  ] as const) {
    await menu.getByRole('link', { name: words(name) }).click()
    await page.waitForURL((url) => url.pathname === `/${language}${path}`)
    await expect(heading).toBeFocused()
    await expect(heading).toHaveCSS('outline-style', 'none')
    const title = await page.title()
    await expect(page.getByRole('status').filter({ hasText: title })).toBeAttached()
    const followed = await page.evaluate(readHead)
    await page.reload()
    expect(followed).toEqual(await page.evaluate(readHead))
    await expectLoaded()
  }
  await page.goBack()
  await page.waitForURL(/prompt\/list/)
  await expect(heading).toBeFocused()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('site.footer.contact') })
    .press('Enter')
  await page.waitForURL(/contact/)
  await expect(heading).toBeFocused()
  await page.goBack()
  await page.waitForURL(/prompt\/list/)
  await expect(heading).toBeFocused()
})

test('R34: a choice that only changes the query leaves the focus where it is', async ({
  page,
  words,
  open,
  expectLoaded,
}) => {
  await open('/prompt/list?language=en')
  await expectLoaded()
  const chip = page.getByRole('link', { name: words('prompts.sort.new'), exact: true })
  await chip.press('Enter')
  await page.waitForURL(/sort=new/)
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await expect(chip).toBeFocused()
  const main = page.getByRole('combobox', { name: words('prompts.filter.main') })
  await main.focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/main=/)
  await expect(main).toBeFocused()
  const first = new URL(page.url()).searchParams.get('main')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL((url) => url.searchParams.get('main') !== first)
  await expect(main).toBeFocused()
})

test('R35: a bar appears while a page takes longer than 200 ms, and disappears when it is there', async ({
  page,
  words,
  open,
  expectLoaded,
}) => {
  await open('/tool/list')
  await expectLoaded()
  const bar = page.getByRole('progressbar', { name: words('site.loading') })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const stop = await interfere(page, '**/contact.data*', async (route) => {
    await held
    await route.fallback()
  })
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('site.footer.contact') })
    .click()
  await expect(bar).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('contact.title'))
  await expect(bar).toHaveCount(0)
  stop()
})
