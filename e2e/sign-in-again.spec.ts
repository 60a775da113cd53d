import type { Locator, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, signInAs, test, uniqueName } from './journey.ts'
import { isHydrated, makePrompt } from './own-prompts.ts'
import { pixel } from './pixel.ts'

const texts = { ko: '동네 도서관 이용 안내', en: 'How to use the library' }

/** Ends the session while the page is open, without an event. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  // As when the tab becomes visible again: the input must not disappear with the member's page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/**
 * Signs in in parallel to the page. @param button opens a window for that @returns the window, which closes by itself
 * for this page's member
 */
async function signInInParallel(page: Page, button: Locator, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button.click()
  const window = await opened
  await signInAs(window, name)
  return window
}

test("A12, A15, R17: a session that ended during a form and its text's edit: sign-in in place, nothing lost or sent twice", async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const dialog = page.getByRole('dialog', { name: words('signing.ended.title') })
  const signInAgain = async () => {
    const window = await signInInParallel(
      page,
      dialog.getByRole('button', { name: words('signing.ended.action') }),
      name,
    )
    if (!window.isClosed()) await window.waitForEvent('close')
  }
  await open('/tool/use?tool=document')
  await isHydrated(page)
  const topic = page.locator('[name="topic"]')
  await topic.fill(texts[language])
  await page.locator('[name="purpose"]').fill(texts[language])
  await page.locator('[name="information"]').fill(texts[language])
  const chosen = (file: string) =>
    page.locator('input[type="file"]').setInputFiles({ name: file, mimeType: 'image/png', buffer: pixel })
  const files = page.getByRole('list', { name: words('tools.form.file.list') })
  await chosen('kept.png')
  await expect(files.getByRole('status')).toHaveText(words('tools.form.file.picture'))
  const write = page.locator('form button[type="submit"]').first()

  await endSession(page)
  await chosen('late.png')
  await expect(files.getByRole('alert')).toBeVisible()
  await write.click()
  await expect(dialog).toContainText(words('signing.ended.text'))
  await expectAccessible()
  await signInAgain()
  await expect(dialog).toHaveCount(0)
  await expect(topic).toHaveValue(texts[language])
  await expect(files.getByRole('status')).toHaveText(Array(2).fill(words('tools.form.file.picture')))
  await write.click()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  expect(await countTexts(name)).toBe(1)

  await test.step('an open text that could not be saved is saved by it', async () => {
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await expect(page.getByText(words('writing.save.savedNow')).or(text)).toBeVisible()
    await endSession(page)
    await text.locator('p').first().click()
    await page.keyboard.type('WRITTEN-WITHOUT-A-SESSION ')
    await page.getByRole('button', { name: words('signing.ended.save') }).click()
    await signInAgain()
    await expect(page.getByText(words('writing.save.savedNow'))).toBeVisible()
    expect(await countTexts(name, '%WRITTEN-WITHOUT-A-SESSION%')).toBe(1)
  })
})

test('A12, R17: a prompt’s form stays as it is too; a sign-in as another member shows a notice @ko', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const id = await makePrompt(name, { title: uniqueName(), prompt: '##무엇##에 대한 글' })
  await open(`/prompt/use?id=${id}`)
  await isHydrated(page)
  const field = page.getByLabel('무엇', { exact: true })
  await field.fill(texts.ko)
  await endSession(page)
  const run = page.locator('form button[type="submit"]').first()
  await run.click()
  const dialog = page.getByRole('dialog', { name: words('signing.ended.title') })
  const button = dialog.getByRole('button', { name: words('signing.ended.action') })
  const newcomer = await signInInParallel(page, button, uniqueName())
  await newcomer.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await newcomer.getByRole('link', { name: words('accounts.complete.continue') }).click()
  await expect(dialog).toContainText(words('signing.ended.other'))
  await signInInParallel(page, button, name)
  await expect(dialog).toHaveCount(0)
  await expect(field).toHaveValue(texts.ko)
  await run.click()
  await expect(page).toHaveURL(/\/prompt\/use\?run=\d+$/)
})

test('R17: where windows are not allowed the page is left, and returns with its form and its files @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/tool/use?tool=document')
  await isHydrated(page)
  const topic = page.locator('[name="topic"]')
  for (const field of ['topic', 'purpose', 'information'])
    await page.locator(`[name="${field}"]`).fill(texts.en)
  const files = page.getByRole('list', { name: words('tools.form.file.list') })
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'kept.png', mimeType: 'image/png', buffer: pixel })
  await expect(files.getByRole('status')).toHaveText(words('tools.form.file.picture'))
  await endSession(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.locator('form button[type="submit"]').first().click()
  await page.getByRole('button', { name: words('signing.ended.action') }).click()
  await page.waitForURL(/\/sign\/in\?/)
  await signInAs(page, name)
  await page.waitForURL(/\/tool\/use\?tool=document/)
  await expect(topic).toHaveValue(texts.en)
  await expect(files.getByRole('status')).toHaveText(words('tools.form.file.picture'))
})

const countTexts = async (name: string, content = '%') =>
  (
    await runSql(
      `select 1 from public.tool_use t join public."user" u on u.id = t.user_id where u.nickname = $1 and t.content like $2`,
      [name, content],
    )
  ).length
