import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, signInAs, test, uniqueName } from './journey.ts'
import { isHydrated, makePrompt, review } from './own-prompts.ts'

const textArea = (page: Page, name: string) => page.locator(`textarea[name="${name}"]`)

test('P05, P14, P16, P29, B40: a prompt is created, reviewed, found, edited while published, and restored to a version', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const title = `${language === 'ko' ? '소개 글' : 'Introduction'} ${uniqueName()}`
  // Different from the text of the same journey in the other language.
  const body = Array.from({ length: 8 }, uniqueName).join(' ')
  const state = (key: string) => page.getByText(words(`library.state.${key}.name`), { exact: true })
  const submit = page.locator('button[type="submit"]')

  await test.step('what is missing is said beside its field', async () => {
    await open('/prompt/list')
    await isHydrated(page)
    await page.getByRole('link', { name: words('prompts.page.createTitle') }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: words('prompts.page.createTitle') }),
    ).toBeVisible()
    await submit.click()
    await expect(page.locator('input[name="title"]')).toBeFocused()
    await expect(page.getByText(words('errors.field.required'))).toHaveCount(3)
    await expect(page.getByText(words('errors.field.choose'))).toHaveCount(2)
    await expectAccessible()
  })

  const prompt = textArea(page, 'prompt')
  await test.step('pasted placeholders are converted when asked, and back again', async () => {
    await page.locator('input[name="title"]').fill(title)
    await textArea(page, 'description').fill(`${title} description`)
    await page.locator('select[name="main"]').selectOption('marketing')
    await page.locator('select[name="sub"]').selectOption('28')
    await page.getByText('Gemini', { exact: true }).click()
    const pasted = `${body}: {{제품}}, [target reader], \${City:Seoul}`
    const ours = `${body}: ##제품##, ##target reader##, ##City=Seoul##`
    await prompt.fill(pasted)
    await page.getByRole('button', { name: words('authoring.offer.convert') }).click()
    await expect(prompt).toHaveValue(ours)
    await page.getByRole('button', { name: words('authoring.offer.undo') }).click()
    await expect(prompt).toHaveValue(pasted)
    await prompt.fill(ours)
  })

  const preview = page.getByRole('region', { name: words('authoring.preview.title') })
  await test.step('the form that the variables make is shown and filled live', async () => {
    await expect(preview.getByRole('textbox')).toHaveCount(3)
    await preview.getByLabel('제품').fill('문장 $& ##City##')
    await expect(preview.getByText(`${body}: 문장 $& ##City##, [target reader], Seoul`)).toBeVisible()
    await prompt.press('Control+End')
    await page.getByRole('button', { name: words('authoring.field.insert') }).click()
    await page.keyboard.type('tone:soft|hard')
    await expect(preview.getByRole('combobox', { name: 'tone' })).toBeVisible()
  })

  await test.step('what is not saved is there again after a reload', async () => {
    await page.reload()
    await expect(page.getByText(words('authoring.action.restored'))).toBeVisible()
    await expect(prompt).toHaveValue(/##tone:soft\|hard##$/)
    await expect(page.getByRole('radio', { name: 'Gemini' })).toBeChecked()
    await expect(page.locator('select[name="sub"]')).toHaveValue('28')
  })

  await test.step('it waits for its review and stands in the own list', async () => {
    await submit.click()
    await expect(page).toHaveURL(/\/prompt\/modify\/\d+$/)
    await expect(state('in_review')).toBeVisible()
    await expect(page.getByText(words('authoring.action.restored'))).toHaveCount(0)
    await open('/my/create')
    await isHydrated(page)
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(
      words('library.state.in_review.name'),
    )
    await expectAccessible()
  })

  await test.step('approved, it is found in the list', async () => {
    await review(title, true)
    await open(`/prompt/search?keyword=${encodeURIComponent(title)}`)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('link', { name: words('prompts.action.edit') }).click()
    await expect(state('published')).toBeVisible()
    await isHydrated(page)
  })

  await test.step('its edit waits beside it', async () => {
    await prompt.fill(`${body}: ##제품## and nothing else`)
    await submit.click()
    await expect(state('edit_in_review')).toBeVisible()
    await expect(prompt).toHaveValue(`${body}: ##제품## and nothing else`)
    const [row] = await runSql(
      'select id::int, prompt, is_show, prompt_model_id::int as model from public.prompt where title = $1',
      [title],
    )
    expect(row).toMatchObject({ is_show: true, model: 2, prompt: expect.stringContaining('target reader') })
  })

  await test.step('a returned edit says why', async () => {
    await review(title, false, 'Say who it is for.')
    await page.reload()
    await isHydrated(page)
    await expect(state('edit_returned')).toBeVisible()
    await expect(page.getByText('Say who it is for.')).toBeVisible()
  })

  await test.step('an earlier version is compared and brought back', async () => {
    await page.getByRole('button', { name: words('authoring.versions.open') }).click()
    const dialog = page.getByRole('dialog', { name: words('authoring.versions.title') })
    await dialog
      .getByRole('button')
      .filter({ hasText: words('authoring.versions.number', { number: 1 }) })
      .click()
    await expect(dialog.locator('del')).toContainText(['and nothing else'])
    await expect(dialog.locator('ins').first()).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: words('authoring.versions.restore') }).click()
    await expect(prompt).toHaveValue(/target reader.*##tone:soft\|hard##$/)
    await page.getByRole('button', { name: words('authoring.action.draft') }).click()
    await expect(state('edit_draft')).toBeVisible()
  })

  await expect
    .poll(() =>
      runSql(
        `select type_detail, count(*)::int from public.statistic_log l join public."user" u on u.id = l.uuid
         where nickname = $1 and type_detail in ('PROMPT_CREATE', 'PROMPT_UPDATE') group by 1 order by 1`,
        [name],
      ),
    )
    .toEqual([
      { type_detail: 'PROMPT_CREATE', count: 1 },
      { type_detail: 'PROMPT_UPDATE', count: 2 },
    ])
})

test('a prompt with a near duplicate shows the duplicate first, and can be submitted anyway @ko', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const word = uniqueName()
  const text = `${word} 당신은 ${word} 전문가예요. ##제품##의 좋은 점 세 가지를 처음 보는 사람에게 설명해 주세요.`
  await makePrompt(name, { title: `${word} first`, prompt: text })
  const id = await makePrompt(name, {
    title: `${word} second`,
    prompt: text.replace('세 가지', '네 가지'),
    isShow: false,
  })
  await open(`/prompt/modify/${id}`)
  await isHydrated(page)
  await page.locator('button[type="submit"]').click()
  const dialog = page.getByRole('dialog', { name: words('authoring.similar.title') })
  await expect(dialog.getByRole('link', { name: `${word} first` })).toBeVisible()
  await dialog.getByRole('button', { name: words('authoring.similar.goOn') }).click()
  await expect(page.getByText(words('library.state.in_review.name'), { exact: true })).toBeVisible()
})

test('B10, P26: an author hides a prompt, shows it again, and deletes it; a reader removes it from the saved ones', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const title = uniqueName()
  const id = await makePrompt(name, { title })
  await runSql(
    `insert into public.prompt_like (prompt_id, user_id) select $2::bigint, id from public."user" where nickname = $1`,
    [name, id],
  )
  const isShown = async () =>
    (await runSql('select is_show from public.prompt where id = $1', [id]))[0]?.is_show

  await open('/my/bookmark')
  await isHydrated(page)
  const unsave = page.getByRole('button', { name: words('library.my.unsaveLabel', { title }) })
  await expectAccessible()
  await unsave.click()
  await expect(page.getByText(words('library.my.savedEmpty'))).toBeVisible()
  await page.getByRole('button', { name: words('library.my.undo') }).click()
  await expect(unsave).toBeVisible()

  await page
    .getByRole('navigation', { name: words('library.my.nav') })
    .getByText(words('library.my.own'))
    .click()
  await page.getByRole('link', { name: words('library.my.editLabel', { title }) }).click()
  await page.getByRole('button', { name: words('library.state.hide') }).click()
  await expect(page.getByText(words('library.state.hidden.name'), { exact: true })).toBeVisible()
  expect(await isShown()).toBe(false)
  await page.getByRole('button', { name: words('library.state.undo'), exact: true }).click()
  await expect(page.getByText(words('library.state.published.name'), { exact: true })).toBeVisible()
  expect(await isShown()).toBe(true)

  await page.getByRole('button', { name: words('library.state.delete'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words('authoring.delete.title') })
  await dialog.getByRole('button', { name: words('authoring.delete.confirm'), exact: true }).click()
  await expect(page).toHaveURL(/\/my\/create$/)
  await expect(page.getByText(words('library.my.ownEmpty'))).toBeVisible()
  expect(await isShown()).toBeUndefined()
})

test('P15, P21, R15: a prompt is created and changed by its author alone, and its draft survives an ended session @ko', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
}) => {
  await page.goto(`/${language}/prompt/create?x=1`)
  await expect(page).toHaveURL(/\/sign\/in\?.*redirect=/)
  const name = await signUp()
  await runSql(
    `with account as (
       insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', $1 || '@example.com') returning id
     ) insert into public."user" (id, nickname, provider) select id, $1, 'google' from account`,
    [`other-${name}`],
  )
  const id = await makePrompt(`other-${name}`, { title: uniqueName() })
  expect((await page.goto(`/${language}/prompt/modify/${id}`))?.status()).toBe(404)

  const own = await makePrompt(name, { title: uniqueName(), isShow: false })
  // Also input from before hydration, in a text that the server rendered.
  let isWritten = false
  await page.route('**/assets/entry.client-*.js', async (route) => {
    const isFirst = !isWritten
    isWritten = true
    if (isFirst) await textArea(page, 'description').fill('written before the session ended')
    await route.continue()
  })
  await open(`/prompt/modify/${own}`)
  await isHydrated(page)
  await context.clearCookies()
  // Where windows are not allowed, this page opens the sign-in page, which returns here.
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: words('authoring.action.draft') }).click()
  await page
    .getByRole('dialog', { name: words('signing.ended.title') })
    .getByRole('button', { name: words('signing.ended.action') })
    .click()
  await signInAs(page, name)
  await expect(page).toHaveURL(new RegExp(`/prompt/modify/${own}$`))
  await expect(page.getByText(words('authoring.action.restored'))).toBeVisible()
  await expect(textArea(page, 'description')).toHaveValue('written before the session ended')
})

test('P22: a draft can be run before its publication, once it is saved @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const id = await makePrompt(name, { title: uniqueName(), prompt: 'About ##topic##', isShow: false })
  await open(`/prompt/modify/${id}`)
  await isHydrated(page)
  await textArea(page, 'prompt').fill('About ##subject##')
  await expect(page.getByText(words('authoring.action.tryLater'))).toBeVisible()
  await page.getByRole('button', { name: words('authoring.action.draft') }).click()
  await page.getByRole('link', { name: words('authoring.action.try') }).click()
  await expect(page).toHaveURL(new RegExp(`/prompt/use\\?id=${id}$`))
  await expect(page.getByRole('textbox', { name: 'subject' })).toBeVisible()
})

test('P14, P26: a file is looked through line by line before it becomes drafts, and everything is exported again @en', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const word = uniqueName()
  await makePrompt(name, { title: `${word} own`, prompt: `${word} what I have already`, isShow: false })
  await open('/my/create')
  await isHydrated(page)
  await page.getByRole('button', { name: words('library.my.import') }).click()
  const dialog = page.getByRole('dialog', { name: words('transfer.import.title') })
  const choose = (content: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'prompts.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  await choose('no table at all')
  await expect(dialog.getByText(words('transfer.import.unreadable'))).toBeVisible()
  await choose(
    [
      'act,prompt',
      `${word} new,"${word}: write about \${City:Seoul},\nin two lines."`,
      `${word} again,"${word}: write about \${City:Seoul},  in two lines."`,
      `,${word} has no title`,
      `${word} mine,${word} what I have  already`,
    ].join('\n'),
  )
  const lines = dialog.getByRole('listitem')
  await expect(lines).toHaveCount(4)
  await expect(lines.getByText(words('transfer.import.fields.category'))).toHaveCount(4)
  await dialog.locator('select[name="main"]').selectOption('idea')
  await dialog.locator('select[name="sub"]').selectOption('8')
  await dialog.getByText('Claude', { exact: true }).click()
  await expect(
    dialog.getByText(words('transfer.import.summary', { ready: 1, duplicate: 2, wrong: 1 })),
  ).toBeVisible()
  await expect(lines.nth(0)).toContainText(words('transfer.import.notes.converted'))
  await expect(lines.nth(1)).toContainText(words('transfer.import.sameAs', { number: 1 }))
  await expect(lines.nth(2)).toContainText(words('errors.field.required'))
  await expect(lines.nth(3)).toContainText(words('transfer.import.own'))
  await expectAccessible()

  await dialog.getByRole('button', { name: words('transfer.import.make', { count: 1 }) }).click()
  await expect(page.getByText(words('library.my.ownLead', { count: 2 }))).toBeVisible()
  expect(
    await runSql(
      `select prompt, review_status, prompt_model_id::int as model from public.prompt where title = $1`,
      [`${word} new`],
    ),
  ).toEqual([
    { prompt: `${word}: write about ##City=Seoul##,\nin two lines.`, review_status: 'draft', model: 6 },
  ])

  await page.getByRole('button', { name: words('library.my.export') }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: words('transfer.export.json') }).click()
  const path = await (await download).path()
  const file = JSON.parse(readFileSync(path, 'utf8')) as { prompts: { title: string }[] }
  expect(file.prompts.map(({ title }) => title)).toEqual([`${word} own`, `${word} new`])
})
