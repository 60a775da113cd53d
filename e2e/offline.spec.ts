import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test.use({ serviceWorkers: 'allow' })

const makeOwnText = async (name: string) => String(await makeText(name, { title: '제목', content: 'FIRST' }))
const readContent = async (id: string) =>
  (await runSql('select content from public.tool_use where id = $1', [id]))[0]!.content as string
const isWorking = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.state
  })
/** The addresses in every cache, and the names of stored texts. */
const readBrowser = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat()
    return {
      cached: requests.map(({ url }) => new URL(url).pathname),
      texts: Object.keys(localStorage).filter((name) => /^munjang-(text|copy)/.test(name)),
    }
  })

test('an opened text is written on without a network, also after a reload, and saves itself when it returns', async ({
  page,
  context,
  words,
  open,
  language,
  signUp,
  expectLoaded,
  expectAccessible,
}) => {
  const name = await signUp()
  const id = await makeOwnText(name)
  await open(`/tool/use?tool=article&id=${id}`)
  const editor = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(editor).toHaveText('FIRST')
  await expect.poll(() => isWorking(page)).toBe('activated')
  await expectLoaded()

  await test.step('what is typed stays on this device, and says so', async () => {
    await context.setOffline(true)
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' OFFLINE')
    await expect(page.getByText(words('writing.save.offline')).first()).toBeVisible()
  })

  const content = page.getByRole('textbox', { name: words('offline.contentLabel') })
  await test.step('a reload opens the text of this device', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: words('offline.title') })).toBeVisible()
    await expect(content).toHaveValue('FIRST OFFLINE')
    await expect(page.getByRole('heading', { name: words('offline.edit') })).toBeFocused()
    await expectAccessible()
    await content.fill('FIRST OFFLINE AGAIN')
    await expect(page.getByText(words('offline.state.offline'))).toBeVisible()
  })

  await test.step('the list of texts opens and closes with the keyboard', async () => {
    await page.getByRole('button', { name: words('offline.back') }).press('Enter')
    const line = page.getByRole('button', { name: '제목' })
    await expect(line).toBeFocused()
    await expect(line).toContainText(words('offline.unsent'))
    await expectAccessible()
    await line.press('Enter')
    await expect(content).toHaveValue('FIRST OFFLINE AGAIN')
  })

  await test.step('with a network it is saved by itself, and its editor opens', async () => {
    await context.setOffline(false)
    await expect.poll(() => readContent(id)).toBe('FIRST OFFLINE AGAIN')
    await expect(page.getByText(words('offline.state.saved'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: words('offline.continue') }).click()
    await expect(page).toHaveURL(new RegExp(`/${language}/tool/use\\?tool=article&id=${id}$`))
    await expect(editor).toHaveText('FIRST OFFLINE AGAIN')
  })

  await test.step('no personal page was stored', async () => {
    const { cached } = await readBrowser(page)
    expect(cached.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
      '/en/offline',
      '/ko/offline',
    ])
    const stored = await page.evaluate(async () => (await caches.match('/ko/offline'))!.text())
    expect(stored).not.toContain(name)
  })
})

test('a sign-out asks about unsaved texts, and then leaves nothing of the member in the browser', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectLoaded,
  expectAccessible,
}) => {
  const id = await makeOwnText(await signUp())
  await open(`/tool/use?tool=article&id=${id}`)
  const editor = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(editor).toHaveText('FIRST')
  await expect.poll(() => isWorking(page)).toBe('activated')
  await expectLoaded()
  const menu = page.getByRole('button', { name: words('accounts.menu.label') })
  const signOut = page.getByRole('button', { name: words('accounts.menu.signOut') })

  await context.route('**/rest/v1/rpc/save_text*', (route) => route.abort())
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' UNSAVED')
  await menu.click()
  await signOut.click()
  const dialog = page.getByRole('dialog', { name: words('offline.signOut.title') })
  await expect(dialog).toContainText(words('offline.signOut.text', { count: 1 }))
  await expectAccessible()
  await dialog.getByRole('button', { name: words('offline.signOut.stay') }).click()
  await expect(menu).toBeFocused()
  expect((await readBrowser(page)).texts.length).toBeGreaterThan(0)

  await menu.click()
  await signOut.click()
  await dialog.getByRole('button', { name: words('offline.signOut.leave') }).click()
  await expect(page.getByText(words('accounts.menu.signedOut'))).toBeVisible()
  expect(await readBrowser(page)).toEqual({ cached: [], texts: [] })
  await open('/offline')
  await expect(page.getByText(words('offline.noTexts'))).toBeVisible()
})

test('a text that was changed elsewhere meanwhile shows both sides with their words, and each choice loses neither', async ({
  page,
  browser,
  context,
  baseURL,
  words,
  language,
  open,
  signUp,
  expectLoaded,
  expectAccessible,
}) => {
  const name = await signUp()
  const id = await makeOwnText(name)
  const other = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  })
  const elsewhere = await other.newPage()
  const editorIn = (tab: Page) => tab.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const address = `/${language}/tool/use?tool=article&id=${id}`
  const write = async (tab: Page, text: string) => {
    await editorIn(tab).click()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type(text)
  }
  const writeElsewhere = async (text: string) => {
    await elsewhere.goto((baseURL ?? '') + address)
    const before = await readContent(id)
    await expect(editorIn(elsewhere)).toHaveText(before)
    await write(elsewhere, text)
    await expect.poll(() => readContent(id)).toBe(before + text)
  }
  const compare = async () => {
    await page.getByRole('button', { name: words('writing.save.compare') }).click()
    return page.getByRole('dialog', { name: words('conflict.title') })
  }
  const versions = async () =>
    (
      await runSql('select content from public.tool_use_version where tool_use_id = $1 order by number', [id])
    ).map(({ content }) => content)

  await open(`/tool/use?tool=article&id=${id}`)
  await expect(editorIn(page)).toHaveText('FIRST')
  await expectLoaded()

  await test.step('this side is chosen', async () => {
    await context.setOffline(true)
    await write(page, ' HERE')
    await expect(page.getByText(words('writing.save.offline')).first()).toBeVisible()
    await writeElsewhere(' THERE')
    await context.setOffline(false)
    const dialog = await compare()
    const side = (key: string) => dialog.getByRole('group', { name: words(`conflict.${key}`) })
    await expect(side('mine').locator('ins')).toHaveText('HERE')
    await expect(side('theirs').locator('ins')).toHaveText('THERE')
    await expectAccessible()
    await dialog.getByRole('button', { name: words('conflict.saveMine') }).click()
    await expect.poll(() => readContent(id)).toBe('FIRST HERE')
    expect(await versions()).toContain('FIRST THERE')
  })

  await test.step('the other side is chosen', async () => {
    await context.setOffline(true)
    await write(page, ' AGAIN')
    await expect(page.getByText(words('writing.save.offline')).first()).toBeVisible()
    await writeElsewhere(' MEANWHILE')
    await context.setOffline(false)
    const dialog = await compare()
    await dialog.getByRole('button', { name: words('conflict.takeTheirs') }).click()
    await expect(editorIn(page)).toHaveText('FIRST HERE MEANWHILE')
    expect(await versions()).toContain('FIRST HERE AGAIN')
  })

  await test.step('both stay, the one from here as a text of its own', async () => {
    await context.setOffline(true)
    await write(page, ' MINE')
    await expect(page.getByText(words('writing.save.offline')).first()).toBeVisible()
    await writeElsewhere(' THEIRS')
    await context.setOffline(false)
    const dialog = await compare()
    const both = dialog.getByRole('button', { name: words('conflict.both') })
    await expect(both).toBeEnabled()
    await both.press('Enter')
    await expect(editorIn(page)).toHaveText('FIRST HERE MEANWHILE THEIRS')
    expect(await versions()).toContain('FIRST HERE MEANWHILE MINE')
    await page.getByRole('button', { name: words('writing.save.openOther') }).click()
    await expect(editorIn(page)).toHaveText('FIRST HERE MEANWHILE MINE')
    await expect(page.getByRole('textbox', { name: words('writing.pane.titleLabel') })).toHaveValue(
      words('conflict.bothTitle', { title: '제목' }),
    )
  })
  await other.close()
})
