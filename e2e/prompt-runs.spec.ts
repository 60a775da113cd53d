import type { Browser, Page } from '@playwright/test'
import { estimatePromptRun } from '#shared/prompts-run.ts'
import { runSql } from './database.ts'
import { expect, signInAs, test, uniqueName } from './journey.ts'
import { isHydrated, review } from './own-prompts.ts'

const text = {
  ko: {
    title: '소개문 쓰기',
    prompt: '##이름##의 소개문을 ##말투:밝게|차분하게##. ##메모?##',
    field: '이름',
    choice: '말투',
    chosen: '차분하게',
  },
  en: {
    title: 'Write an introduction',
    prompt: 'Introduce ##name## in a ##tone:bright|calm## voice. ##note?##',
    field: 'name',
    choice: 'tone',
    chosen: 'calm',
  },
}

/** Creates a shown prompt of the member with this name. @returns its id */
async function makePrompt(author: string, language: 'ko' | 'en'): Promise<number> {
  const [row] = await runSql(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id, sample_result)
     select $2, $2, $3, $4, true, 'published', id, 1, 1, '## A sample' from public."user" where nickname = $1 returning id::int`,
    [author, text[language].title, text[language].prompt, language],
  )
  return Number(row!.id)
}

/** Registers a prompt on the screen. @returns its id */
async function register(
  page: Page,
  language: 'ko' | 'en',
  words: (key: string) => string,
  { title, prompt }: { title: string; prompt: string },
): Promise<number> {
  await page.goto(`${process.env.E2E_ORIGIN}/${language}/prompt/create`)
  await isHydrated(page)
  await page.locator('input[name="title"]').fill(title)
  await page.locator('textarea[name="description"]').fill(title)
  await page.locator('select[name="main"]').selectOption('writing')
  await page.locator('select[name="sub"]').selectOption('1')
  await page.getByText('GPT', { exact: true }).click()
  await page.locator('textarea[name="prompt"]').fill(prompt)
  await page.getByRole('button', { name: words('authoring.action.submit'), exact: true }).click()
  // An earlier run of this journey may have left a near duplicate.
  const anyway = page.getByRole('button', { name: words('authoring.similar.goOn') })
  await expect(
    anyway.or(page.getByText(words('library.state.in_review.name'), { exact: true })),
  ).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(page).toHaveURL(/\/prompt\/modify\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

/** A button, found by its label without the price. */
const beginningOf = (words: string): RegExp => new RegExp(`^${words.split('·')[0]}`)

/** Another member, in a separate browser. */
async function otherPerson(browser: Browser, language: 'ko' | 'en'): Promise<{ page: Page; name: string }> {
  const context = await browser.newContext({ locale: language })
  const page = await context.newPage()
  const name = uniqueName()
  await page.goto(`${process.env.E2E_ORIGIN}/${language}/sign/in`)
  await signInAs(page, name)
  await page.waitForURL(/\/sign\/referrer/)
  await page.goto(`${process.env.E2E_ORIGIN}/${language}`)
  return { page, name }
}

test('P05, P16, P18, P22, P24, P25, P27, P28, P29: a prompt from its registration and review to runs, follow-ups, thanks and history', async ({
  page,
  browser,
  language,
  words,
  expectAccessible,
}) => {
  const author = await otherPerson(browser, language)
  const { field, choice, chosen, prompt } = text[language]
  const title = `${text[language].title} ${uniqueName()}`
  const id = await register(author.page, language, words, { title, prompt: `${title}: ${prompt}` })
  await review(title, true)

  await page.goto(`/${language}/prompt/search`)
  const search = page.getByRole('searchbox', { name: words('prompts.search.label') })
  await isHydrated(page)
  await search.fill(title.split(' ').at(-1)!)
  await search.press('Enter')
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/prompt/detail/${id}$`))
  await page.getByLabel(field, { exact: true }).fill('Hana $& ##x##')
  await page.getByLabel(choice).selectOption(chosen)
  // The price is visible before the sign-in.
  const price = estimatePromptRun('', '', ['demo']).expected
  await expect(page.getByText(words('runs.form.visitorPrice', { tokens: price }))).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: words('runs.form.signIn') }).click()
  const reader = uniqueName()
  await signInAs(page, reader)
  await page.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await page.goto(`/${language}/prompt/use?id=${id}`)
  await expect(page.getByLabel(field, { exact: true })).toHaveValue('Hana $& ##x##')
  await expect(page.getByLabel(choice)).toHaveValue(chosen)

  const run = page.getByRole('button', {
    name: beginningOf(words('runs.form.run', { tokens: 1 })),
  })
  await page.getByLabel(field, { exact: true }).fill('')
  await run.click()
  await expect(page.getByText(words('errors.field.required'))).toBeVisible()
  await expect(page.getByLabel(field, { exact: true })).toBeFocused()
  await page.getByLabel(field, { exact: true }).fill('Hana $& ##x##')
  await run.click()
  await expect(page).toHaveURL(/\/prompt\/use\?run=\d+$/)
  const answer = page.getByRole('article', { name: words('runs.answer.label', { model: 'GPT' }) })
  await expect(answer).toContainText('Hana $& ##x##')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await expectAccessible()

  const question = page.locator('textarea[name="question"]')
  await question.fill('Why?')
  await question.press('Control+Enter')
  await expect(answer).toHaveCount(2)
  await expect(answer.last()).toContainText('Why?')
  await expect(answer.last()).toHaveAttribute('aria-busy', 'false')
  await answer
    .first()
    .getByRole('button', { name: beginningOf(words('runs.answer.again', { tokens: 1 })) })
    .click()
  await expect(page.getByText(words('runs.answer.version', { index: 2, count: 2 }))).toBeVisible()
  await answer
    .first()
    .getByRole('button', { name: words('runs.answer.older') })
    .click()
  await expect(page.getByText(words('runs.answer.version', { index: 1, count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: words('prompts.action.thank') }).click()
  await expect(page.getByRole('button', { name: words('prompts.action.thanked') })).toBeDisabled()
  await page.getByRole('link', { name: words('runs.page.prompt') }).click()
  await page.getByRole('button', { name: `${words('prompts.action.save')} · 0` }).click()
  await expect(page.getByRole('button', { name: `${words('prompts.action.saved')} · 1` })).toBeVisible()
  await page.goBack()

  await author.page.goto(`${process.env.E2E_ORIGIN}/${language}/my/alarm`)
  await expect(author.page.getByText(words('alarms.kind.prompt_reviewed.title'))).toBeVisible()
  await expect(author.page.getByText(words('alarms.kind.prompt_execute.title'))).toBeVisible()
  await expect(author.page.getByText(words('alarms.kind.prompt_thank.title'))).toBeVisible()
  await author.page.context().close()
  await expect
    .poll(() =>
      runSql(
        `select distinct type_detail from public.statistic_log l join public."user" u on u.id = l.uuid where nickname = $1 and type_detail in ('PROMPT_USE', 'PROMPT_THANK') order by 1`,
        [reader],
      ),
    )
    .toEqual([{ type_detail: 'PROMPT_THANK' }, { type_detail: 'PROMPT_USE' }])

  await page.getByRole('link', { name: words('runs.page.uses') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('runs.uses.title') })).toBeVisible()
  await expect(page.getByText(words('runs.uses.followUps', { count: 1 }))).toBeVisible()
  await expectAccessible()
  const line = page.getByRole('link', { name: title })
  const remove = async () => {
    await page.getByLabel(words('runs.uses.selectAll')).check()
    await page.getByRole('button', { name: words('runs.uses.deleteCount', { count: 1 }) }).click()
    await expect(line).toBeHidden()
  }
  await remove()
  await page.getByRole('button', { name: words('runs.uses.undo') }).click()
  await expect(line).toBeVisible()
  await remove()
  // Leaving the page does not leave it undone.
  await page.getByRole('link', { name: words('runs.uses.emptyAction') }).click()
  await expect
    .poll(() =>
      runSql(
        `select count(*)::int as left from public.prompt_use p join public."user" u on u.id = p.user_id where nickname = $1 and p.deleted_at is null`,
        [reader],
      ),
    )
    .toEqual([{ left: 0 }])
})

test('B39, T15: three models side by side, desktop columns and phone tabs; another tab follows; an answer opens as a text @en', async ({
  page,
  context,
  language,
  words,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const id = await makePrompt(name, language)
  await page.goto(`/${language}/prompt/use?id=${id}`)
  await page.getByLabel(text[language].field, { exact: true }).fill('Hana')
  await page.getByLabel(text[language].choice).selectOption(text[language].chosen)
  await page
    .getByRole('button', {
      name: beginningOf(words('runs.form.compare', { count: 3, tokens: 1 })),
    })
    .click()
  await expect(page).toHaveURL(/run=/)
  const second = await context.newPage()
  await second.goto(page.url())
  const answerOf = (model: string, where = page) =>
    where.getByRole('article', { name: words('runs.answer.label', { model }) })
  for (const model of ['GPT', 'Gemini', 'Claude']) {
    await expect(answerOf(model, second)).toContainText('Hana')
    await expect(answerOf(model)).toHaveAttribute('aria-busy', 'false')
  }
  await expect(page.getByText(words('runs.answer.demo'))).toBeVisible()
  await expectAccessible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(answerOf('Claude')).toBeHidden()
  await page.getByRole('tab', { name: 'GPT' }).press('ArrowLeft')
  await expect(answerOf('Claude')).toBeVisible()
  await expect(answerOf('GPT')).toBeHidden()
  await expectAccessible()

  // A question to one of them.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('Gemini', { exact: true }).and(page.locator('label span')).click()
  await page.locator('textarea[name="question"]').fill('Why?')
  await page.getByRole('button', { name: beginningOf(words('runs.follow.ask', { tokens: 1 })) }).click()
  await expect(answerOf('Gemini')).toHaveCount(2)
  await expect(answerOf('Gemini').last()).toHaveAttribute('aria-busy', 'false')

  await answerOf('GPT')
    .getByRole('button', { name: words('runs.answer.edit') })
    .click()
  await expect(page).toHaveURL(/\/tool\/use\?tool=document&id=\d+/)
  await expect(page.getByRole('textbox', { name: words('writing.pane.titleLabel') })).toHaveValue(/\S/)
  // screens 6: there is no form for a rewrite, and its cost appears with the run.
  await expect(page.getByRole('button', { name: words('writing.save.action'), exact: true })).toBeVisible()
  await expect(page.getByText(words('writing.pane.free'))).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: new RegExp(`^${words('writing.again.regenerate')} ·`) }),
  ).toHaveCount(0)
  await page.getByRole('link', { name: words('writing.pane.ofPrompt') }).click()
  await expect(page).toHaveURL(/\/prompt\/use\?run=\d+/)
  await page.goBack()
  await expect(page.getByText('Hana').first()).toBeVisible()
})

test('row 101: an answer with images, links and HTML sends no request, and its links show their hosts @ko', async ({
  page,
  language,
  signUp,
  expectLoaded,
}) => {
  const name = await signUp()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('.invalid')) foreign.push(request.url())
  })
  const hostile = [
    '![p](https://evil.invalid/p.png) <img src="https://evil.invalid/i.png">',
    '<meta http-equiv="refresh" content="0;url=https://evil.invalid/m"><style>@import "https://evil.invalid/c.css"</style>',
    '[text](https://evil.invalid/link) [script](javascript:alert(1)) [ref][1] <https://evil.invalid/auto>',
    '[1]: https://evil.invalid/ref',
  ].join('\n\n')
  const [row] = await runSql(
    `insert into public.prompt_use (title, prompt, result, status, prompt_type_id, prompt_model_id, user_id)
     select 'hostile', 'p', $2, 'done', 1, 1, id from public."user" where nickname = $1 returning id::int`,
    [name, hostile],
  )
  await page.goto(`/${language}/prompt/use?run=${String(row!.id)}`)
  const answer = page.getByRole('article').first()
  const links = answer.getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('rel', /noopener.*nofollow|nofollow.*noopener/)
    await expect(link).toHaveAttribute('title', 'evil.invalid')
  }
  expect(await answer.locator('img, style, meta, script').count()).toBe(0)
  expect(await answer.locator('a[href^="javascript"]').count()).toBe(0)
  await expectLoaded()
  expect(foreign).toEqual([])
})

test('too many searches show an error at the field, and the list stays @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/prompt/search?keyword=ab')
  await runSql(
    `insert into private.search_call (caller) select 'member:' || id from public."user", generate_series(1, 300) where nickname = $1`,
    [name],
  )
  await open('/prompt/search?keyword=abc')
  await expect(page.getByText(words('errors.too_many_requests'))).toBeVisible()
  await expect(page.getByRole('searchbox', { name: words('prompts.search.label') })).toHaveValue('abc')
})

test('P27, R36: a list of runs is as long on Back as it had grown, and Undo is one key away @ko', async ({
  page,
  words,
  open,
  signUp,
  expectLoaded,
}) => {
  const name = await signUp()
  await runSql(
    `insert into public.prompt_use (title, prompt, result, status, prompt_type_id, prompt_model_id, user_id)
     select 'run ' || n, 'p', 'An answer', 'done', 1, 1, id from public."user", generate_series(1, 32) as n where nickname = $1`,
    [name],
  )
  await open('/my/run')
  await expectLoaded()
  const lines = page.getByRole('main').getByRole('listitem')
  await page.getByRole('button', { name: words('runs.uses.more') }).click()
  await expect(lines).toHaveCount(32)
  await page.getByRole('link', { name: /^run 1 / }).click()
  await page.waitForURL(/prompt\/use/)
  await page.goBack()
  await expect(lines).toHaveCount(32)

  const remove = page.getByRole('button', { name: words('runs.uses.deleteCount', { count: 1 }) })
  await page.getByLabel(words('runs.uses.select', { title: 'run 32' })).check()
  await remove.press('Enter')
  await expect(lines).toHaveCount(31)
  // The toast comes once the database has done it.
  const undo = page.getByRole('button', { name: words('runs.uses.undo') })
  await expect(undo).toBeVisible()
  await page.keyboard.press('F8')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(32)
  await expect(page.getByRole('link', { name: /^run 32 / })).toBeFocused()
  await expect(undo).toHaveCount(0)

  await test.step('a deletion is done at once: after leaving, the undo restores it, and Back shows it', async () => {
    await page.getByLabel(words('runs.uses.select', { title: 'run 2' })).check()
    await remove.press('Enter')
    await expect(lines).toHaveCount(31)
    await expect(undo).toBeVisible()
    await page.getByRole('link', { name: /^run 1 / }).click()
    await page.waitForURL(/prompt\/use/)
    await undo.click()
    await page.goBack()
    await expect(lines).toHaveCount(32)
    await expect(page.getByRole('link', { name: /^run 2 / })).toBeVisible()
  })
})
