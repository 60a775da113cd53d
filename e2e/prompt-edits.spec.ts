import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test, uniqueName } from './journey.ts'
import { isHydrated, makePrompt } from './own-prompts.ts'

const textOf = (page: Page) => page.locator('textarea[name="prompt"]')
const versionsOf = async (id: number) =>
  (
    await runSql(
      `select prompt || ': ' || status as line from public.prompt_version where prompt_id = $1 order by number`,
      [id],
    )
  ).map(({ line }) => line)

test('of two tabs that edit one prompt the second sees a conflict, and the text that is not chosen stays @ko', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makePrompt(await signUp(), { title: uniqueName(), prompt: 'The beginning' })
  const save = (tab: Page) =>
    tab.getByRole('button', { name: words('authoring.action.draft'), exact: true }).click()
  await open(`/prompt/modify/${id}`)
  const other = await context.newPage()
  await other.goto(`/${language}/prompt/modify/${id}`)
  await Promise.all([isHydrated(page), isHydrated(other)])
  await textOf(other).fill('Of the other tab')
  await textOf(page).fill('Of this tab')
  await save(other)
  await expect(other.getByText(words('authoring.action.drafted'))).toBeVisible()
  await save(page)
  const dialog = page.getByRole('dialog', { name: words('authoring.conflict.title') })
  await expect(dialog.locator('del').first()).toBeVisible()
  await expect(dialog.locator('ins').first()).toBeVisible()
  await expectAccessible()

  // Closed without a choice, nothing has changed: neither in the form nor in the stored prompt. The draft also survives
  // a reload.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await versionsOf(id)).at(-1)).toBe('Of the other tab: draft')
  await page.reload()
  await isHydrated(page)
  await expect(textOf(page)).toHaveValue('Of this tab')
  await save(page)
  await dialog.getByRole('button', { name: words('authoring.conflict.saveMine') }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => versionsOf(id))
    .toEqual(['The beginning: approved', 'Of the other tab: draft', 'Of this tab: draft'])

  // The other way round: the other tab sees this one's save and takes its text; its own stays.
  await textOf(other).fill('Given up')
  await save(other)
  const otherDialog = other.getByRole('dialog', { name: words('authoring.conflict.title') })
  await otherDialog.getByRole('button', { name: words('authoring.conflict.takeTheirs') }).click()
  await expect(textOf(other)).toHaveValue('Of this tab')
  expect((await versionsOf(id)).slice(-2)).toEqual(['Given up: superseded', 'Of this tab: draft'])
  await textOf(other).fill('And on from there')
  await save(other)
  await expect.poll(async () => (await versionsOf(id)).at(-1)).toBe('And on from there: draft')
})

test('P22, B40: an author runs the edit of a shown prompt before its review; it is charged as usual, and only the author can @en', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const id = await makePrompt(name, { title: uniqueName(), prompt: 'Live text about ##topic##' })
  await open(`/prompt/modify/${id}`)
  await isHydrated(page)
  await textOf(page).fill('Edited text about ##season##')
  await expect(page.getByText(words('authoring.action.tryLater'))).toBeVisible()
  await page.getByRole('button', { name: words('authoring.action.draft'), exact: true }).click()
  await page.getByRole('link', { name: words('authoring.action.try') }).click()
  await expect(page).toHaveURL(new RegExp(`/prompt/use\\?id=${id}&version=2$`))
  await expect(page.getByText(words('runs.page.trying'))).toBeVisible()
  const season = page.getByRole('textbox', { name: 'season' })
  await isHydrated(page)
  await season.fill('autumn')
  await page.locator('form button[type="submit"]').first().click()
  await expect(page).toHaveURL(/\?run=\d+&version=2$/)
  await expect(page.locator('[aria-label="' + words('runs.page.result') + '"]')).toContainText('autumn')
  // A repeated run uses the edit again.
  await expect(season).toHaveValue('autumn')
  await expect
    .poll(() =>
      runSql(
        `select u.prompt, u.token > 0 as is_charged, u.status, (select use_count::int from public.prompt where id = $1) as uses
         from public.prompt_use u where u.prompt_id = $1`,
        [id],
      ),
    )
    .toEqual([{ prompt: 'Edited text about ##season##', is_charged: true, status: 'done', uses: 0 }])
  await page.context().clearCookies()
  await signUp()
  expect((await page.goto(`/${language}/prompt/use?id=${id}&version=2`))?.status()).toBe(404)
  await open(`/prompt/use?id=${id}`)
  await expect(page.getByRole('textbox', { name: 'topic' })).toBeVisible()
})

test('a draft is followed by another tab, discarding it can be undone, and a sign-out removes it @en', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makePrompt(await signUp(), { title: uniqueName(), prompt: 'The beginning' })
  await open(`/prompt/modify/${id}`)
  const other = await context.newPage()
  await other.goto(`/${language}/prompt/modify/${id}`)
  await Promise.all([isHydrated(page), isHydrated(other)])
  await textOf(page).fill('Not saved yet')
  await expect(textOf(other)).toHaveValue('Not saved yet')
  await expect(other.getByText(words('authoring.action.restored'))).toBeVisible()
  await other.close()

  await page.reload()
  await isHydrated(page)
  await page.getByRole('button', { name: words('authoring.action.discard') }).press('Enter')
  await expect(textOf(page)).toHaveValue('The beginning')
  await expectAccessible()
  await page.getByRole('button', { name: words('authoring.offer.undo') }).click()
  await expect(textOf(page)).toHaveValue('Not saved yet')
  await expect(page.getByText(words('authoring.action.restored'))).toBeVisible()

  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
  expect(await drafts()).toHaveLength(1)
  await page.getByRole('button', { name: new RegExp(words('accounts.menu.label')) }).click()
  await page.getByRole('button', { name: words('accounts.menu.signOut') }).click()
  await page.waitForURL(new RegExp(`/${language}$`))
  expect(await drafts()).toEqual([])
})
