import type { JSHandle, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { isHydrated, makePrompt } from './own-prompts.ts'
import { makeText } from './own-texts.ts'

/** Delays a chunk of the page until the returned function is called, as on a slow connection. */
async function holdBack(page: Page, part = 'entry.client'): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  // The name ends with eight characters of a content hash: other chunks' names may begin alike.
  await page.route(new RegExp(`/assets/${part}-[\\w-]{8}(?:\\.(?:ko|en))?\\.js$`), async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a form that was filled and submitted before hydration is sent with its input @ko', async ({
  page,
  words,
  signUp,
  language,
}) => {
  await signUp()
  const release = await holdBack(page)
  await page.goto(`/${language}/tool/use?tool=article`, { waitUntil: 'commit' })
  await page.locator('textarea[name="topic"]').fill('도서관')
  await page.locator('input[name="target"]').fill('문 여는 시간')
  await page.getByRole('button', { name: /·/ }).first().click()
  release()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  await expect(page.locator('textarea[name="topic"]')).toHaveValue('도서관')
  await expect(page.locator('input[name="target"]')).toHaveValue('문 여는 시간')
})

test('a form of an earlier visit is restored, and input from before hydration is added to it @en', async ({
  page,
  language,
}) => {
  await page.goto(`/${language}/tool/use?tool=article`)
  await isHydrated(page)
  await page.locator('textarea[name="topic"]').fill('도서관')
  await page.locator('input[name="target"]').fill('문 여는 시간')
  const release = await holdBack(page)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('input[name="target"]').fill('빌리는 법')
  release()
  await expect(page.locator('textarea[name="topic"]')).toHaveValue('도서관')
  await expect(page.locator('input[name="target"]')).toHaveValue('빌리는 법')
})

test('a choice from before hydration counts after it @ko', async ({ page, words, language }) => {
  const release = await holdBack(page)
  await page.goto(`/${language}/price`, { waitUntil: 'commit' })
  await page.getByText(words('payments.period.year')).first().click()
  await expect(page.getByRole('radio').last()).toBeChecked()
  release()
  await expect(page.getByText(words('payments.monthNote'))).toHaveCount(0)
  await expect(page.getByRole('radio').last()).toBeChecked()
})

test('a button pressed before hydration works after it @en', async ({ page, words, language }) => {
  const release = await holdBack(page)
  await page.goto(`/${language}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: words('site.scheme.dark') }).click()
  release()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a panel opened before hydration shows its content @ko', async ({ page, words, signUp, language }) => {
  await signUp()
  const release = await holdBack(page)
  await page.goto(`/${language}/price`, { waitUntil: 'commit' })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /100,000/ })
    .click()
  release()
  await expect(page.getByRole('link', { name: words('usage.balance.all') })).toBeVisible()
})

test('a button counts with its group: three models answer, as chosen before hydration @en', async ({
  page,
  words,
  signUp,
  language,
}) => {
  const name = await signUp()
  const prompt = await makePrompt(name, { title: 'early', prompt: 'Introduce ##name##' })
  const release = await holdBack(page)
  await page.goto(`/${language}/prompt/use?id=${prompt}`, { waitUntil: 'commit' })
  await page.getByLabel('name', { exact: true }).fill('Hana')
  await page.locator('button[type="submit"]').last().click()
  release()
  for (const model of ['GPT', 'Gemini', 'Claude'])
    await expect(page.getByRole('article', { name: words('runs.answer.label', { model }) })).toContainText(
      'Hana',
    )
})

test('an answer that the server sent stays on the screen while its code is on the way @ko', async ({
  page,
  words,
  signUp,
  language,
}) => {
  const name = await signUp()
  const [run] = await runSql(
    `insert into public.prompt_use (title, prompt, result, status, prompt_type_id, prompt_model_id, user_id)
     select 'early', 'p', 'An answer', 'done', 1, 1, id from public."user" where nickname = $1 returning id::int`,
    [name],
  )
  const release = await holdBack(page, 'conversation-view')
  await page.goto(`/${language}/prompt/use?run=${String(run!.id)}`, { waitUntil: 'commit' })
  const answer = page.getByText('An answer', { exact: true })
  await expect(answer).toBeVisible()
  // A change of the page's state draws what is around the answer again.
  await page.getByRole('button', { name: words('site.scheme.dark') }).click()
  await expect(answer).toBeVisible()
  await page.getByRole('button', { name: words('runs.answer.edit') }).click()
  await expect(answer).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/tool\/use\?tool=document&id=\d+/)
})

/** Runs in the page: its requests, finished or not. */
const styleAddresses = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
    ({ href }) => href.split('#')[0],
  )

/** Rules of style sheets that loaded later than the others, for elements that were visible before. */
const findLateStyles = (
  page: Page,
  before: (string | undefined)[],
  seen: JSHandle<Element[]>,
): Promise<string[]> =>
  page.evaluate(
    ([known, elements]) =>
      [...document.styleSheets]
        .filter(({ href }) => !known.includes(href?.split('#')[0]))
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSStyleRule)
        .filter(({ selectorText }) => elements.some((element) => element.matches(selectorText)))
        .map(({ selectorText }) => selectorText),
    [before, seen] as const,
  )

/** The position of the end of a page's text on a phone, once its font has loaded. */
async function placeOf(page: Page): Promise<number> {
  await page.setViewportSize({ width: 412, height: 800 })
  const bottom = await page.evaluate(async () => {
    await document.fonts.ready
    return Math.round(document.querySelector('main')!.getBoundingClientRect().bottom + window.scrollY)
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  return bottom
}

test("the server's HTML includes its styles and does not move, on pages with lazy chunks @ko", async ({
  page,
  signUp,
  language,
  expectLoaded,
}) => {
  const name = await signUp()
  const own = `from public."user" where nickname = $1 returning id::int`
  const [use] = await runSql(
    `insert into public.prompt_use (title, prompt, result, status, prompt_type_id, prompt_model_id, user_id)
     select 'early', 'p', E'# An answer\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'done', 1, 1, id ${own}`,
    [name],
  )
  const prompt = await makePrompt(name, { title: 'early', prompt: 'Introduce ##name##' })
  const paths = [
    '/tool/keyword',
    '/tool/history',
    '/my/tone',
    '/my/setting',
    '/my/run',
    '/usage/history',
    '/contact',
    '/prompt/create',
    `/prompt/modify/${prompt}`,
    `/prompt/detail/${prompt}`,
    `/prompt/use?id=${prompt}`,
    `/prompt/use?run=${String(use!.id)}`,
  ]
  for (const path of paths) {
    // No code at all: lazy parts of a page request their styles before hydration.
    const release = await holdBack(page, '.*')
    await page.goto(`/${language}${path}`, { waitUntil: 'domcontentloaded' })
    const seen = await page.evaluateHandle(() => [
      ...document.body.querySelectorAll(':not(dialog, dialog *)'),
    ])
    const styles = await page.evaluate(styleAddresses)
    const place = await placeOf(page)
    release()
    await isHydrated(page)
    await expectLoaded()
    expect.soft(await findLateStyles(page, styles, seen), path).toEqual([])
    expect.soft(await placeOf(page), path).toEqual(place)
  }
})

/** The state that `app/session/early-input.ts` exposes on the page. */
type HydratedWindow = Window & { earlyInput?: { isOver: boolean } }

/** Waits so long that a page which hydrates without its lazy parts, by mistake, would have rendered them again. */
const waitForHydration = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 60 && !(window as HydratedWindow).earlyInput?.isOver; frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** Changes a balance, which the whole page receives. */
const grantTokens = (nickname: string) =>
  runSql(
    `select private.grant_tokens(id, 5, 'operator', 'early-journey:' || nickname) from public."user" where nickname = $1`,
    [nickname],
  )

/** The elements that have left the page since. */
const goneOf = (sent: JSHandle<Element[]>) =>
  sent.evaluate((nodes) => nodes.filter((node) => !node.isConnected).map((node) => node.outerHTML))

/** A stored text, as long as a phone is high. */
async function makeLongText(nickname: string): Promise<string> {
  const content = Array.from(
    { length: 6 },
    (_, index) => `## Part ${index}\n\n${'A sentence of it. '.repeat(20)}`,
  )
  const id = await makeText(nickname, {
    language: 'English',
    title: 'A title',
    content: content.join('\n\n'),
    tags: ['one', 'two'],
    request: { topic: 'x', tone: 'formal', language: 'English' },
  })
  return `/tool/use?tool=article&id=${id}`
}

test('an opened text stays as the server sent it, and presses count, while its code loads @en', async ({
  page,
  words,
  signUp,
  language,
}) => {
  const name = await signUp()
  const path = await makeLongText(name)
  const asked = page.waitForRequest('**/assets/writing-pane-*.js')
  const parts = ['run-notes', 'writing-pane', 'document-actions', 'sections-panel']
  const releases = await Promise.all(parts.map((part) => holdBack(page, part)))
  const releaseEditor = await holdBack(page, 'editor')
  await page.goto(`/${language}${path}`, { waitUntil: 'commit' })
  const pane = page.locator('#text-pane')
  // The last content that the server sends.
  await expect(pane.getByText('#two')).toBeVisible()
  const sent = await pane.evaluateHandle((element) => [...element.querySelectorAll('*')])
  expect(await sent.evaluate((nodes) => nodes.length)).toBeGreaterThan(40)
  const seen = await page.evaluateHandle(() => [...document.body.querySelectorAll(':not(dialog, dialog *)')])
  const styles = await page.evaluate(styleAddresses)
  // The form next to it has changed the price of a rewrite before the text is hydrated.
  await page.getByRole('checkbox', { name: words('pictures.flag.thumbnail') }).check()
  await asked
  await waitForHydration(page)
  await page.getByRole('button', { name: words('writing.share.action') }).click()
  for (const release of releases) release()
  await expect(page.getByRole('dialog', { name: words('writing.share.title') })).toBeVisible()
  await page.keyboard.press('Escape')
  // The whole page receives another balance.
  await grantTokens(name)
  await expect(page.getByRole('banner').getByRole('button', { name: /100,005/ })).toBeVisible()
  expect(await goneOf(sent)).toEqual([])
  // Nothing that was seen then waited for its styles.
  expect(await findLateStyles(page, styles, seen)).toEqual([])
  releaseEditor()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
})

test('what became of a tone stays as the server sent it while its code is on the way @ko', async ({
  page,
  words,
  signUp,
  language,
}) => {
  const name = await signUp()
  const ofMember = 'from public."user" where nickname = $1'
  await runSql(`insert into public.user_tone (id) select id ${ofMember}`, [name])
  const posts = [1, 2, 3].map((number) => `http://blog.invalid/${number}`)
  await runSql(
    `insert into public.tone_analysis (user_id, urls, links, language, model, status)
     select id, $2::text[], $3, 'ko', 'demo', 'failed' ${ofMember}`,
    [name, posts, JSON.stringify(posts.map((url) => ({ url, code: 'link_refused' })))],
  )
  await runSql(
    `update public.user_usage set plan = 'basic' where id = (select id from public."user" where nickname = $1)`,
    [name],
  )
  // Something else is being written: another analysis is refused.
  await runSql(
    `select private.open_run('tool_use', extract(epoch from clock_timestamp())::bigint, 1, id, 1, 0, '', '{}', 3600) ${ofMember}`,
    [name],
  )
  const release = await holdBack(page, 'tone-failure')
  await page.goto(`/${language}/my/tone`, { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await expect(
    main.getByRole('button', { name: words('tones.form.submit', { tokens: 0 }).split('·')[0]!.trim() }),
  ).toBeVisible()
  const sent = await main.evaluateHandle((element) => [
    ...element.querySelectorAll('section:first-of-type *'),
  ])
  const styles = await page.evaluate(styleAddresses)
  await waitForHydration(page)
  await main.locator('button[type="submit"]').click()
  // A page that hydrated without it, by mistake, would request it immediately and render it again.
  await page.waitForFunction(
    () => !(window as HydratedWindow).earlyInput?.isOver || document.querySelector('dialog[open]') !== null,
  )
  release()
  await expect(page.getByRole('dialog')).toContainText(words('refusals.running.text.title'))
  await runSql(
    `delete from private.run where ended_at is null and member_id = (select id from public."user" where nickname = $1)`,
    [name],
  )
  expect(await goneOf(sent)).toEqual([])
  expect(await findLateStyles(page, styles, sent)).toEqual([])
})

for (const width of [390, 1280])
  test(`an opened text does not move when its editor loads, ${width} pixels wide @ko`, async ({
    page,
    words,
    signUp,
    language,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => {
      const shown = Object.assign(window, { moves: { sum: 0 } })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shown.moves.sum += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const path = await makeLongText(await signUp())
    const release = await holdBack(page, 'editor')
    await page.goto(`/${language}${path}`)
    await page.waitForFunction(() => (window as HydratedWindow).earlyInput?.isOver)
    await page.locator('#text-pane').evaluate(async (pane) => {
      // Text moves slightly when its font loads.
      await document.fonts.ready
      pane.scrollIntoView()
      Object.assign(window, { moves: { sum: 0 } })
    })
    // The last content, below the row of commands and out of view.
    const end = () =>
      page.getByText('#two').evaluate((tag) => Math.round(tag.getBoundingClientRect().top + window.scrollY))
    const endBefore = await end()
    release()
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    await expect(page.getByRole('button', { name: words('editor.edit.command.title') })).toBeAttached()
    expect(await end()).toBe(endBefore)
    expect(
      await page.evaluate(() => (window as unknown as { moves: { sum: number } }).moves.sum),
    ).toBeLessThan(0.01)
  })

test('a press that React cannot dispatch yet is repeated @en', async ({ page, words, language }) => {
  // React stops a press on a boundary that is not hydrated, at the document.
  await page.addInitScript(() => {
    let left = 2
    document.addEventListener('click', (event) => left-- > 0 && event.stopImmediatePropagation(), true)
  })
  await page.goto(`/${language}`)
  await page.getByRole('button', { name: words('site.scheme.dark') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
