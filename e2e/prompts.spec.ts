import type { Response } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test, uniqueName } from './journey.ts'
import { makePrompts } from './own-prompts.ts'

test('P08, P09, P13: a visitor searches, filters and reads on; Back finds the list as it was', async ({
  page,
  words,
  open,
}) => {
  const word = uniqueName()
  await makePrompts(word, 35)
  await open('/prompt/search')
  const search = page.getByRole('searchbox', { name: words('prompts.search.label') })
  await search.press('Enter')
  await expect(page.getByText(words('errors.enter_keyword'))).toBeVisible()
  await search.fill('x')
  await search.press('Enter')
  await expect(page.getByText(words('errors.keyword_too_short', { count: 2 }))).toBeVisible()
  await search.fill(word)
  await search.press('Enter')
  await expect(page.getByText(words('prompts.list.leadFound', { count: 35 }))).toBeVisible()
  const cards = page.getByRole('list', { name: words('prompts.list.results') }).getByRole('listitem')
  await expect(cards).toHaveCount(30)
  await page.getByRole('link', { name: words('prompts.list.more') }).click()
  await expect(cards).toHaveCount(35)

  const last = page.getByRole('link', { name: `${word} 1`, exact: true })
  await last.click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} 1` })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(35)
  await expect(last).toBeInViewport()

  await page.getByRole('link', { name: 'GPT', exact: true }).click()
  await expect(page).toHaveURL(/model=gpt/)
  await expect(page.getByText(words('prompts.list.empty'))).toBeVisible()
})

test('P09: sub-categories combine, also of several main categories, and a search preserves them all @en', async ({
  page,
  words,
  open,
}) => {
  const group = page.getByRole('group', { name: words('prompts.filter.sub') })
  await open('/prompt/list?main=recipe&sub=1')
  await expect(group.locator('a[aria-current]')).toHaveCount(1)
  await group.getByRole('link').nth(-1).click()
  await expect(page).toHaveURL(/sub=1&sub=85/)
  await expect(group.locator('a[aria-current]')).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: words('prompts.search.label') })
  await search.fill(uniqueName())
  await search.press('Enter')
  await expect(page).toHaveURL(/keyword=.*sub=1&sub=85/)
  await group.getByRole('link', { name: words('prompts.filter.allSubs') }).click()
  await expect(page).not.toHaveURL(/sub=/)
})

test('P09: the way to the prompts leads to those in the reader’s language, also after it was switched, and one press to all', async ({
  page,
  language,
  words,
  open,
}) => {
  const other = language === 'ko' ? 'en' : 'ko'
  const chip = (code: string) =>
    page
      .getByRole('group', { name: words('prompts.filter.language') })
      .getByRole('link', { name: words(`prompts.language.${code}`), exact: true })
  await open('/')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('site.nav.prompts') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${language}/prompt/list\\?language=${language}$`))
  await expect(chip(language)).toHaveAttribute('aria-current', 'true')
  await chip(language).click()
  await expect(page).toHaveURL(new RegExp(`/${language}/prompt/list$`))
  await page.goBack()
  await expect(chip(language)).toHaveAttribute('aria-current', 'true')
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('site.language.switch') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${other}/prompt/list\\?language=${other}$`))
})

test('P04, P07, P17: a visitor sees all of a prompt except its text, in every response, and a link to sign in', async ({
  page,
  request,
  language,
  words,
  open,
  expectAccessible,
  expectLoaded,
}) => {
  const [id] = await makePrompts(uniqueName(), 2)
  const [author] = await runSql(
    `update public."user" u set photo = '/icon.svg' from public.prompt p where p.id = $1 and u.id = p.user_id returning u.nickname`,
    [id],
  )
  const path = `/prompt/detail/${id}`
  const answers: Promise<string>[] = []
  const collect = (response: Response) => {
    const isRead = ['document', 'fetch', 'xhr'].includes(response.request().resourceType())
    if (isRead && response.status() === 200) answers.push(response.text())
  }
  page.on('response', collect)
  await open(path)
  await expect(page.getByText(words('prompts.detail.invite'))).toBeVisible()
  const by = page.getByText(words('prompts.detail.by', { name: String(author!.nickname) }), { exact: true })
  await expect(by.locator('img')).toHaveAttribute('src', '/icon.svg')
  const sample = page.getByText('A sample', { exact: true })
  await expect(sample).toBeVisible()
  await expect(sample).toHaveCSS('white-space', 'pre-line')
  await expect(page.getByText('target', { exact: true })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`/${language}${path}$`),
  )
  await expect(page.locator('link[hreflang]')).toHaveCount(2)
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(facts).toMatchObject({ '@type': 'CreativeWork', inLanguage: 'en' })
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  const drawn = await request.get(new URL(picture).pathname)
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png'])
  expect((await request.get('/v1/og-image/prompt/999999999')).status()).toBe(404)
  await expectAccessible()
  await expectLoaded()
  page.off('response', collect)
  const more = [
    `/${language}${path}.data`,
    `/${language}/prompt/list`,
    `/${language}/prompt/list.data?keyword=CANARY`,
  ]
  const texts = [
    ...(await Promise.all(answers)),
    ...(await Promise.all(more.map(async (url) => (await request.get(url)).text()))),
  ]
  // The search term may be in its own field; the prompt's text never is.
  for (const text of texts) expect(text).not.toContain('CANARY of')
  await expect
    .poll(async () => {
      await runSql('select private.refresh_trend_scores()')
      return runSql('select view_count::int as views from public.prompt where id = $1', [id])
    })
    .toEqual([{ views: 1 }])

  await page.getByRole('button', { name: words('prompts.action.thank') }).click()
  await expect(page).toHaveURL(/\/sign\/in\?.*redirect=/)
})

test('P04, B13, B35, security 15: the text of a prompt is in no answer that a visitor can get @ko', async ({
  request,
  baseURL,
  language,
}) => {
  const [id, other] = await makePrompts(uniqueName(), 2)
  const seen: string[] = []
  const read = async (path: string, options: Parameters<typeof request.fetch>[1] = {}) => {
    const response = await request.fetch(`${baseURL}${path}`, options)
    seen.push(await response.text())
    return { status: response.status(), body: seen.at(-1)! }
  }
  const pages = [
    `/prompt/detail/${id}`,
    `/prompt/list`,
    '/prompt/search?keyword=What+it',
    `/prompt/use?id=${id}`,
  ]
  for (const path of pages) {
    const { body } = await read(`/${language}${path}`)
    await read(`/${language}${path.replace(/(\?|$)/, '.data$1')}`)
    for (const [, asset] of body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) await read(asset ?? '')
  }
  for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt', `/v1/og-image/prompt/${id}`])
    await read(path)

  const apikey = /sb_publishable_[\w-]+/.exec(seen[0] ?? '')?.[0] ?? ''
  const headers = { apikey, 'content-type': 'application/json' }
  for (const [name, data] of [
    ['read_prompt', { prompt_id: id }],
    ['list_prompts', { page_size: 100 }],
    ['list_prompts', { keyword: 'CANARY of' }],
    ['list_similar_prompts', { prompt_id: other }],
    ['list_own_prompts', {}],
    ['list_saved_prompts', {}],
    ['find_similar_prompts', { title: 'x', prompt: 'CANARY of the text ##target##' }],
    ['save_prompt_edit', { prompt_id: id, content: {}, is_submitted: false, base_number: 1 }],
    ['edit_prompt_result', { use_id: 1, document_language: 'English' }],
  ] as const) {
    const { status, body } = await read(`/rest/v1/rpc/${name}`, { method: 'POST', headers, data })
    expect(status, name).not.toBe(500)
    // A visitor's search does not cover texts: its results would reveal their content.
    if ('keyword' in data) expect(JSON.parse(body)).toMatchObject({ lines: [], total: 0 })
  }
  for (const path of [
    `prompt?select=*&id=eq.${id}`,
    `prompt?select=prompt`,
    'prompt?select=id&prompt=like.CANARY*',
    'prompt?select=title,x:prompt',
    'prompt?select=title,x:prompt::text',
    'prompt?select=id&order=prompt',
    'prompt?or=(prompt.like.C*,title.eq.x)',
    'prompt_version?select=*',
    'prompt_use?select=*',
    'prompt_like?select=*,prompt(prompt)',
    'prompt_category_sub?select=code,prompt(prompt)',
    'author?select=*,prompt(prompt)',
    'prompt_model?select=name,prompt(*)',
  ])
    await read(`/rest/v1/${path}`, { headers })
  expect(seen.length).toBeGreaterThan(40)
  expect(seen.filter((text) => text.includes('CANARY of the text'))).toEqual([])
})

test('P18, P19, P21, P29: a member reads the text, saves, undoes that and thanks; a failure is reverted on the screen', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const [id] = await makePrompts(uniqueName(), 1)
  await open(`/prompt/detail/${id}`)
  await expect(page.getByText('CANARY of the text ##target##')).toBeVisible()
  const save = page.getByRole('button', {
    name: new RegExp(`^(${words('prompts.action.save')}|${words('prompts.action.saved')}) `),
  })
  await expect(save).toHaveAccessibleName(`${words('prompts.action.save')} · 0`)
  await save.click()
  await expect(save).toHaveAccessibleName(`${words('prompts.action.saved')} · 1`)
  await page.getByRole('button', { name: words('prompts.action.thank') }).click()
  await expect(page.getByRole('button', { name: `${words('prompts.action.thanked')} · 1` })).toBeDisabled()
  const counts = () =>
    runSql('select like_count::int as saves, action_count::int as thanks from public.prompt where id = $1', [
      id,
    ])
  await expect.poll(counts).toEqual([{ saves: 1, thanks: 1 }])

  await page.route('**/rest/v1/rpc/save_prompt*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await save.click()
  await expect(page.getByText(words('errors.try_again'))).toBeVisible()
  await expect(save).toHaveAccessibleName(`${words('prompts.action.saved')} · 1`)
  expect(await counts()).toEqual([{ saves: 1, thanks: 1 }])
  await expect
    .poll(() =>
      runSql(
        `select distinct type_detail from public.statistic_log l join public."user" u on u.id = l.uuid where nickname = $1 and type_detail like 'PROMPT%' order by 1`,
        [name],
      ),
    )
    .toEqual([
      { type_detail: 'PROMPT_SAVE' },
      { type_detail: 'PROMPT_THANK' },
      { type_detail: 'PROMPT_VIEW' },
    ])
})

test('a member reports a prompt once, with a reason @ko', async ({ page, words, open, signUp }) => {
  await signUp()
  const [id] = await makePrompts(uniqueName(), 1)
  await open(`/prompt/detail/${id}`)
  const report = async () => {
    await page.getByRole('button', { name: words('prompts.action.report') }).click()
    await page.getByText(words('reports.reasons.broken')).click()
    await page.getByRole('button', { name: words('reports.send') }).click()
  }
  await report()
  await expect(page.getByText(words('reports.sent'))).toBeVisible()
  await report()
  await expect(page.getByRole('dialog')).toContainText(words('errors.already_reported'))
  expect(await runSql('select reason from public.prompt_report where prompt_id = $1', [id])).toEqual([
    { reason: 'broken' },
  ])
})

test('R06: a prompt, a filter or a cursor that there is not is a 404', async ({ page, language }) => {
  for (const path of ['detail/999999999', 'detail/x', 'detail/1e3', 'list?sort=best', 'list?after=1~2~3~4']) {
    const response = await page.goto(`/${language}/prompt/${path}`)
    expect(response?.status(), path).toBe(404)
  }
})

test('a prompt is shared: through the system where it can, else its plain address is copied, else it is shown @en', async ({
  page,
  context,
  words,
  open,
  language,
}) => {
  const [id] = await makePrompts(uniqueName(), 1)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(`/prompt/detail/${id}?from=list`)
  const share = page.getByRole('button', { name: words('prompts.action.share') })
  const path = `/${language}/prompt/detail/${id}`

  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
  )
  await share.click()
  await expect(page.getByText(words('prompts.action.shared'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${path}$`))

  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.clipboard, 'writeText', { value: refuse, configurable: true })
  })
  await share.click()
  await expect(page.getByRole('status').filter({ hasText: path })).toBeVisible()

  await page.evaluate(() => {
    const record = (given: unknown) => Promise.resolve(Object.assign(window, { given }))
    Object.defineProperty(navigator, 'share', { value: record, configurable: true })
  })
  await share.click()
  await expect
    .poll(() => page.evaluate(() => (window as { given?: { url: string } }).given?.url))
    .toMatch(new RegExp(`${path}$`))
})
