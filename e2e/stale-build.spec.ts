// A page of an earlier build, some of whose chunks no longer exist.
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { isHydrated } from './own-prompts.ts'

test('O13: a missing page reloads once, then offers to, and a member may always reload @ko', async ({
  page,
  words,
  language,
}) => {
  // The ten seconds in which it does not reload again are not over in this test, however slow the machine.
  await page.clock.setFixedTime(new Date())
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/price-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route('**/assets/palette-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/${language}`)
  const price = page.getByRole('link', { name: words('site.nav.price') }).first()

  await price.click()
  await expect.poll(() => loads).toBe(2)

  await price.click()
  const reload = page.getByRole('button', { name: words('site.build.reload') })
  await reload.waitFor()
  expect(loads).toBe(2)

  await test.step('a dialog that is gone takes nothing away that stands there', async () => {
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const isGone = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'))
    await page
      .getByRole('banner')
      .getByRole('button', { name: words('site.nav.find') })
      .click()
    await isGone
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  await reload.click()
  await expect.poll(() => loads).toBe(3)
})

test('O13: a page whose own part is missing stays readable, offers to reload, and works once the part is there', async ({
  page,
  words,
  language,
}) => {
  await page.clock.setFixedTime(new Date())
  let documents = 0
  page.on('request', (request) => request.isNavigationRequest() && documents++)
  let isGone = true
  await page.route(/\/assets\/article-tool-[\w-]{8}(?:\.(?:ko|en))?\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  )
  await page.goto(`/${language}/tool/use?tool=article`)
  const topic = page.locator('[name="topic"]')
  const reload = page.getByRole('link', { name: words('site.build.reload') })
  await reload.waitFor()
  expect(documents).toBe(2)
  await topic.fill('Moss')
  await expect(page.getByRole('alert')).toContainText(words('site.build.newer'))
  await expect(topic).toHaveValue('Moss')

  isGone = false
  await reload.click()
  await isHydrated(page)
  await expect(reload).toHaveCount(0)
})

test('O12, B26: the router reports a page of an earlier build as outdated, and its own pages not @en', async ({
  page,
  language,
}) => {
  await page.goto(`/${language}`)
  const version = await page.evaluate(
    () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version,
  )
  expect(version).toBeTruthy()
  const ask = async (asked: string) => {
    const answer = await page.request.get(`/${language}/__manifest?version=${asked}&paths=`)
    return [answer.ok(), 'x-remix-reload-document' in answer.headers()]
  }
  expect(await ask(String(version))).toEqual([true, false])
  expect(await ask('earlier')).toEqual([true, true])
})

test('O13, T02: a text whose editor cannot load is readable, reports it, and is edited once the editor has loaded', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const [text] = await runSql(
    `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, saved_at)
     select id, 'article', 'done', '{}', 'Korean', 'demo', 'T', '하나는 둘이다.', now() from public."user" where nickname = $1 returning id`,
    [await signUp()],
  )
  await page.clock.setFixedTime(new Date())
  let isGone = true
  await page.route(/\/assets\/editor-[\w-]{8}(?:\.(?:ko|en))?\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  )
  await open(`/tool/use?tool=article&id=${String(text!.id)}`)
  await expect(page.getByText(words('editor.missing'))).toBeVisible()
  await expect(page.getByText('하나는 둘이다.')).toBeVisible()
  await expectAccessible()
  isGone = false
  await page
    .getByRole('alert')
    .getByRole('button', { name: words('writing.pane.retry') })
    .click()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  await expect(page.getByText(words('editor.missing'))).toHaveCount(0)
})

test('O13, T02: without a connection a page stays as it is, reports it, and continues with one @ko', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectLoaded,
}) => {
  await signUp()
  const link = (name: string) =>
    page.getByRole('banner').getByRole('link', { name: words(`site.nav.${name}`) })
  await test.step('the code of one page that is asked for later has come, and of another it has not', async () => {
    await open('/tool/use?tool=article')
    await link('price').click()
    await expect(page).toHaveURL(/\/price$/)
    await page.goBack()
  })
  const topic = page.locator('textarea[name="topic"]')
  const write = page.locator('form button[type="submit"]').first()
  await topic.fill('도서관')
  await expectLoaded()
  await context.setOffline(true)
  await write.click()
  await expect(page.getByText(words('errors.unavailable'))).toBeInViewport()
  for (const name of ['price', 'articles']) {
    await link(name).click()
    await expect(page.getByText(words('site.offline')).first()).toBeVisible()
    await expect(topic).toHaveValue('도서관')
  }

  const finder = page.getByRole('dialog', { name: words('palette.title') })
  await test.step('a dialog that has not been fetched says so too, and opens when there is a connection', async () => {
    await expect(page.getByText(words('site.offline'))).toHaveCount(0)
    await page
      .getByRole('banner')
      .getByRole('button', { name: words('site.nav.find') })
      .click()
    await expect(page.getByText(words('site.offline'))).toBeVisible()
    await expect(topic).toHaveValue('도서관')
  })
  await context.setOffline(false)
  await expect(finder).toBeVisible()
  await page.keyboard.press('Escape')
  await write.click()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
})
