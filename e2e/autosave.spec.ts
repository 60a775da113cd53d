import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'
import { makeText } from './own-texts.ts'

const makeOwnText = async (name: string) => String(await makeText(name, { title: '제목', content: 'FIRST' }))
const readContent = async (id: string) =>
  (await runSql('select content from public.tool_use where id = $1', [id]))[0]!.content as string

test('a text saves itself, also within a syllable, survives a lost network and a reload, and is restored to a version', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeOwnText(await signUp())
  await open(`/tool/use?tool=article&id=${id}`)
  const editor = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const end = async (text: string) => {
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(text)
  }

  await test.step('an open syllable is saved as it stands and finished as one', async () => {
    await end(' 안')
    const input = await context.newCDPSession(page)
    await input.send('Input.imeSetComposition', { text: '녀', selectionStart: 1, selectionEnd: 1 })
    await expect.poll(() => readContent(id)).toBe('FIRST 안녀')
    await input.send('Input.imeSetComposition', { text: '녕', selectionStart: 1, selectionEnd: 1 })
    await input.send('Input.insertText', { text: '녕' })
    await expect.poll(() => readContent(id)).toBe('FIRST 안녕')
    await expect(page.getByText(words('writing.save.savedNow'))).toBeVisible()
  })

  await test.step('without a network the text stays here, and is there again after a reload', async () => {
    const goOnline = await interfere(page, '**/rest/v1/rpc/save_text*', (route) => route.abort())
    await end(' OFFLINE')
    await expect(page.getByText(words('writing.save.offline')).first()).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(editor).toHaveText('FIRST 안녕 OFFLINE')
    goOnline()
    await expect.poll(() => readContent(id)).toBe('FIRST 안녕 OFFLINE')
    await expect(page.getByText(words('writing.save.savedNow'))).toBeVisible()
  })

  await test.step('a title of many words stays whole when the window becomes narrow', async () => {
    const title = page.getByRole('textbox', { name: words('writing.pane.titleLabel') })
    await title.fill('집에서 내리는 드립 커피를 처음 시작하는 사람이 꼭 알아 두면 좋은 다섯 가지')
    const isWhole = () => title.evaluate((field) => field.scrollHeight <= field.clientHeight)
    const height = () => title.evaluate((field) => field.clientHeight)
    const wide = await height()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(height).toBeGreaterThan(wide)
    expect(await isWhole()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(height).toBe(wide)
  })

  await test.step('leaving inside the site saves on the way, without a question', async () => {
    await end(' LEFT')
    await page
      .getByRole('banner')
      .getByRole('link', { name: words('site.nav.tools') })
      .click()
    await expect(page).toHaveURL(/tool\/list/)
    expect(await readContent(id)).toBe('FIRST 안녕 OFFLINE LEFT')
    await page.goBack()
    await expect(editor).toHaveText('FIRST 안녕 OFFLINE LEFT')
  })

  await test.step('the first version is what stood there before the first edit; it can be put back, and a form next to the text stays open', async () => {
    await page.getByRole('button', { name: words('counts.goal.set'), exact: true }).click()
    const goal = page.getByRole('textbox', { name: words('counts.goal.count') })
    await goal.fill('500')
    await page.getByRole('button', { name: words('writing.save.versions') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').last().getByRole('button').click()
    await expect(dialog.getByText('FIRST', { exact: true })).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: words('versions.restore') }).click()
    await expect(editor).toHaveText('FIRST')
    await expect(goal).toHaveValue('500')
    expect(await readContent(id)).toBe('FIRST')
  })
})

test('two tabs that change the same text lose neither: the member chooses, and the other one stays as a version @en', async ({
  page,
  context,
  language,
  words,
  signUp,
}) => {
  const id = await makeOwnText(await signUp())
  const other = await context.newPage()
  const editorIn = (tab: Page) => tab.getByRole('textbox', { name: words('writing.pane.textLabel') })
  for (const tab of [page, other]) {
    await tab.goto(`/${language}/tool/use?tool=article&id=${id}`)
    await expect(editorIn(tab)).toHaveText('FIRST')
  }
  const write = async (tab: Page, text: string) => {
    await editorIn(tab).click()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type(text)
  }
  // The second is changed before it could receive the first one's save, and saved after it.
  const isSaved = Promise.withResolvers<void>()
  await interfere(other, '**/rest/v1/rpc/save_text*', async (route) => {
    await isSaved.promise
    await route.fallback()
  })
  await write(other, ' THERE')
  await expect(editorIn(other)).toHaveText('FIRST THERE')
  await write(page, ' HERE')
  await expect.poll(() => readContent(id)).toBe('FIRST HERE')
  isSaved.resolve()
  await other.getByRole('button', { name: words('writing.save.compare') }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('FIRST HERE')
  await expect(dialog).toContainText('FIRST THERE')
  await dialog.getByRole('button', { name: words('conflict.saveMine') }).click()
  await expect.poll(() => readContent(id)).toBe('FIRST THERE')

  await write(page, ' AGAIN')
  await page.getByRole('button', { name: words('writing.save.compare') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('conflict.takeTheirs') })
    .click()
  await expect(editorIn(page)).toHaveText('FIRST THERE')
  const versions = await runSql(
    'select content from public.tool_use_version where tool_use_id = $1 order by number',
    [id],
  )
  expect(versions.map(({ content }) => content)).toEqual(['FIRST', 'FIRST HERE', 'FIRST HERE AGAIN'])
})
