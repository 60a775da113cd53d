import { runSql } from './database.ts'
import { expect, test, uniqueName } from './journey.ts'
import { makeText } from './own-texts.ts'
import { publicPages } from './public-pages.ts'

for (const path of publicPages) {
  test(`R01, R28, R32, O20: ${path || 'home'} opens for a visitor in one language, without errors, accessible`, async ({
    page,
    language,
    open,
    expectAccessible,
    expectLoaded,
  }) => {
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await open(path)
    await expectLoaded()
    await expect(page).toHaveTitle(new RegExp(` · ${language === 'ko' ? '문장' : 'Munjang'}$`))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (language === 'en') {
      const text = (await page.locator('body').innerText()).replaceAll('한국어', '').replaceAll('문장', '')
      expect(text).not.toMatch(/[가-힣]/)
    }
    await expectAccessible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      'no sideways scrolling on a phone',
    ).toBeLessThanOrEqual(390)
    expect(problems).toEqual([])
  })
}

test('R07: the five sign pages and the window of a repeated sign-in have the empty layout, other pages have header and footer', async ({
  page,
  signUp,
  open,
}) => {
  const expectChrome = async (path: string, count: number) => {
    await open(path)
    await expect(page.getByRole('banner'), path).toHaveCount(count)
    await expect(page.getByRole('contentinfo'), path).toHaveCount(count)
  }
  for (const path of ['/sign/in', '/sign/confirm', '/sign/block', '/sign/back']) await expectChrome(path, 0)
  for (const path of ['', '/price', '/tool/list', '/terms/use', '/nowhere']) await expectChrome(path, 1)
  await signUp()
  for (const path of ['/sign/referrer', '/sign/complete']) await expectChrome(path, 0)
})

test('R02, R06, R24, R25: an unknown page, or unknown parameters of a page, give a 404 that shows the path', async ({
  page,
  language,
  words,
}) => {
  for (const path of [
    '/price',
    '/fr/price',
    `/${language}/nowhere/<b>x`,
    `/${language}/tool/use?tool=nothing`,
    `/${language}/public/write/12`,
    `/${language}/notice/list?type=tip`,
    `/${language}/notice/detail/999999`,
    `/${language}/article/detail/1x`,
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByText(/^Page Not Found: /)).toBeVisible()
  }
  await page.goto(`/${language}/nowhere/<b>x`)
  await expect(page.getByText(`Page Not Found: /${language}/nowhere/<b>x`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('site.error.notFoundTitle'))
})

test('R15, R16, security 58: guarded paths lead to sign-in however they are written, with none of their data', async ({
  page,
  language,
}) => {
  for (const path of [
    '/tool/history',
    '/TOOL/History',
    '/my',
    '/x/MY/y',
    '/usage/history',
    '/Payment/confirm',
    '/prompt/CREATE',
    '/tool/%68istory',
    '//tool//history',
  ]) {
    await page.goto(`/${language}${path}`)
    expect(new URL(page.url()).pathname, path).toBe(`/${language}/sign/in`)
  }
})

test('R23, A21: the language switch preserves page, query and hash, and is remembered for a year', async ({
  page,
  language,
}) => {
  await page.goto(`/${language}/terms/use?from=x#ai`)
  const other = language === 'ko' ? 'en' : 'ko'
  await page
    .getByRole('link', { name: other === 'en' ? /English/ : /한국어/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/${other}/terms/use\\?from=x#ai$`))
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'lang')
  expect(cookie).toMatchObject({ value: other, sameSite: 'Lax' })
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', other)
})

test("R23: without a cookie the browser's language decides on the page without a prefix", async ({
  page,
  language,
}) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
})

test("R04, R05: a page's code loads when it is visited, and a new page begins at its top or its anchor", async ({
  page,
  open,
  words,
  language,
  signUp,
  expectLoaded,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await open('')
  await expectLoaded()
  /** Which of the two large parts the scripts so far contain. */
  const heavyParts = async () => {
    const codes = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
    return ['GoTrueClient', 'ProseMirror'].filter((part) => codes.some((code) => code.includes(part)))
  }
  expect(await heavyParts()).toEqual([])
  const first = new Set(scripts)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('site.footer.terms') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${language}/terms/use`))
  expect(
    scripts.filter((url) => !first.has(url)).length,
    'code of the page that was visited',
  ).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goto(`/${language}/terms/privacy`)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('site.footer.aiMore') })
    .click()
  await expect(page).toHaveURL(/#ai$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const id = await makeText(await signUp(), { content: 'x' })
  await open(`/tool/use?tool=article&id=${id}`)
  await expect(page.getByRole('textbox', { name: words('writing.pane.textLabel') })).toBeVisible()
  await expect.poll(heavyParts, 'a member who edits has both').toEqual(['GoTrueClient', 'ProseMirror'])
})

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland' })
  test(
    "B25, security 101: after hydration a day is in the visitor's zone, and a link shows its host without hover",
    { tag: '@en' },
    async ({ page, context, open }) => {
      const key = uniqueName()
      const [made] = await runSql(
        `insert into public.article (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at)
       values ($1, 'tip', $1, $1, 's', 's', 'x', '[a link](https://there.example/x) and https://told.example/', '2026-11-20T12:00:00Z') returning id`,
        [key],
      )
      const path = `/article/detail/${String(made!.id)}`
      const html = await (await context.request.get(`/en${path}`)).text()
      expect(html).toContain('November 20, 2026')
      await open(path)
      await expect(page.getByText('November 21, 2026')).toBeVisible()
      const told = (name: string) =>
        page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link, '::after').content)
      expect(await told('a link')).toBe('" (there.example)"')
      expect(await told('told.example')).toBe('none')
    },
  )
})

test('O05: an article ends with a link to its tool, which opens in the same tab', async ({
  page,
  open,
  language,
}) => {
  await open('/article/detail/1')
  await page.locator(`main a[href="/${language}/tool/use?tool=cover-letter"]`).click()
  await expect(page).toHaveURL(new RegExp(`/${language}/tool/use\\?tool=cover-letter`))
  expect(page.context().pages()).toHaveLength(1)
})

test('public pages are readable without scripts, with canonical address, language pair and link preview', async ({
  browser,
  language,
  words,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/${language}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: words('home.tryExample') }).first()).toBeVisible()
  const prompts = page.getByRole('list', { name: words('home.prompts.title') }).getByRole('listitem')
  await expect(prompts, 'prompts out of the library').toHaveCount(6)
  await expect(prompts.locator(`h3:not([lang="${language}"])`)).toHaveCount(0)
  // A long page, too, is there as a whole: its form is no hidden part that a script moves in later.
  await prompts.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/prompt\/detail\/\d+$/)
  await expect(page.locator('main form')).toBeVisible()
  await page.goBack()
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
  ] as const) {
    const answer = await context.request.get(`/${language}`, { headers: { 'accept-encoding': accepted } })
    expect(answer.headers()['content-encoding'], accepted).toBe(encoding)
    expect(await answer.text()).toContain('</html>')
  }
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/${language}`)
  for (const code of ['ko', 'en'])
    await expect(page.locator(`link[hreflang="${code}"]`)).toHaveAttribute('href', `${baseURL}/${code}`)
  const social = (name: string) =>
    page.locator(`meta[property="og:${name}"]`).evaluate((element: HTMLMetaElement) => element.content)
  expect(await social('title')).toBe(words('home.page'))
  expect(await social('locale')).toBe(language === 'ko' ? 'ko_KR' : 'en_US')
  const picture = await context.request.get(await social('image'))
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  // Also long pages: an example of a tool, and that of the keywords.
  for (const tool of ['article', 'instagram-feed']) {
    await page.goto(`${baseURL}/${language}/tool/use?tool=${tool}&example=1`)
    await expect(page.getByRole('article').locator('p').nth(2)).toBeVisible()
  }
  await page.goto(`${baseURL}/${language}/tool/keyword`)
  await expect(page.getByRole('table').first()).toBeVisible()
  await context.close()
})

test('R09: the sitemaps are valid XML, and every page that they name is there for a visitor @ko', async ({
  page,
  open,
}) => {
  await open('/price')
  const readXml = (path: string) =>
    page.evaluate(async (address) => {
      const text = await (await fetch(address)).text()
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      const locations = [...parsed.querySelectorAll('loc')].map(({ textContent }) => textContent ?? '')
      return { isValid: parsed.querySelector('parsererror') === null, locations }
    }, path)
  const index = await readXml('/sitemap.xml')
  expect(await readXml('/index-sitemap.xml')).toEqual(index)
  expect([index.isValid, index.locations.length]).toEqual([true, 2])
  for (const file of index.locations) {
    const { isValid, locations } = await readXml(file)
    expect([isValid, locations.length > 20]).toEqual([true, true])
    const missing = []
    for (const address of locations)
      if ((await page.request.get(address, { maxRedirects: 0 })).status() !== 200) missing.push(address)
    expect(missing).toEqual([])
  }
})

test('each page names a manifest in its language, whose icons are there, and the browser can install it @en', async ({
  page,
  request,
}) => {
  for (const [language, name] of [
    ['ko', '문장'],
    ['en', 'Munjang'],
  ] as const) {
    await page.goto(`/${language}/price`)
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    const answer = await request.get(address ?? '')
    expect(answer.headers()['content-type']).toBe('application/manifest+json')
    const manifest = (await answer.json()) as { icons: { src: string; purpose: string }[] }
    expect(manifest).toMatchObject({ name, lang: language, start_url: `/${language}`, display: 'standalone' })
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
    for (const { src } of manifest.icons)
      expect((await request.get(src)).headers()['content-type']).toBe('image/png')
    const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    expect((await request.get(touchIcon ?? '')).headers()['content-type']).toBe('image/png')
  }
  const devtools = await page.context().newCDPSession(page)
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
})
