import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

test('T23, T24, T25: the history is searched, filtered, continued and restored by Back; texts are renamed, copied, deleted, restored', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(
    `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, saved_at, token)
     select u.id, case when n % 4 = 0 then 'email' else 'article' end, 'done', '{}', 'Korean', 'demo',
       case when n = 3 then 'The Library' else 'Text ' || n end, case when n = 7 then '시립 도서관은 아홉 시에 열어요.' else 'x' end, now(), 1200
     from public."user" u, generate_series(1, 40) as n where u.nickname = $1`,
    [name],
  )
  await open('/tool/history')
  const lines = page.getByRole('list', { name: words('history.list') }).getByRole('listitem')
  const search = page.getByRole('searchbox')
  const act = async (title: string, action: 'rename' | 'duplicate') => {
    await page.getByRole('button', { name: words('history.actions', { title }), exact: true }).click()
    await page.getByRole('button', { name: words(`history.action.${action}`), exact: true }).click()
  }
  await expect(page.getByText(words('history.total', { count: 40 }))).toBeVisible()
  await expect(lines).toHaveCount(30)
  await expectAccessible()

  await test.step('more are loaded; a text is opened from far down, and Back finds the place', async () => {
    await page.getByRole('button', { name: words('history.more'), exact: true }).click()
    await expect(lines).toHaveCount(40)
    const link = lines.last().getByRole('link')
    // By keyboard: a click may scroll again before it happens.
    await link.focus()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(400)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tool\/use/)
    await page.goBack()
    await expect(lines).toHaveCount(40)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(before, -2)
  })

  await test.step('a search looks into titles and texts, and both stand in the address', async () => {
    await search.fill('library')
    await search.press('Enter')
    await page.waitForURL(/q=library/)
    await expect(lines).toHaveCount(1)
    await expect(page.getByText(words('history.found', { count: 1 }))).toBeVisible()
    await search.fill('도서관')
    await search.press('Enter')
    await expect(lines.filter({ hasText: '시립 도서관은 아홉 시에' })).toHaveCount(1)
    await expect(lines.locator('mark')).toHaveText('도서관')
    await page.getByRole('combobox', { name: words('history.tool') }).selectOption('email')
    await page.waitForURL(/tool=email/)
    await expect(page.getByText(words('history.nothing'))).toBeVisible()
    await expectAccessible()
    await page.reload()
    await expect(search).toHaveValue('도서관')
    await page.getByRole('link', { name: words('history.clear') }).click()
    await expect(lines).toHaveCount(30)
    await page.goBack()
    await expect(page.getByText(words('history.nothing'))).toBeVisible()
    await page.goForward()
  })

  await test.step('a text gets another name', async () => {
    await act('Text 39', 'rename')
    const field = page.getByRole('dialog').getByRole('textbox')
    await field.fill('')
    await field.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(words('history.renameEmpty'))
    await field.fill('MY NAME')
    // A text is selected with the mouse, and the button released outside the dialog.
    const { x, y } = (await field.boundingBox())!
    await page.mouse.move(x + 40, y + 10)
    await page.mouse.down()
    await page.mouse.move(2, 2)
    await page.mouse.up()
    await expect(field).toHaveValue('MY NAME')
    await field.press('Enter')
    await expect(page.getByText(words('history.renamed'))).toBeVisible()
    await expect(
      page.getByRole('button', { name: words('history.actions', { title: 'MY NAME' }) }),
    ).toBeFocused()
    await page.reload()
    await expect(lines.filter({ hasText: 'MY NAME' })).toHaveCount(1)
  })

  await test.step('a duplicate stands on top and costs nothing', async () => {
    await act('MY NAME', 'duplicate')
    await expect(lines.first()).toContainText(words('history.copyName', { title: 'MY NAME' }))
    await expect(lines.first()).toContainText(words('history.cost', { tokens: 0 }))
    await expect(page.getByText(words('history.total', { count: 41 }))).toBeVisible()
  })

  await test.step('several are deleted at once and taken back', async () => {
    for (const title of ['Text 38', 'Text 37'])
      await page.getByRole('checkbox', { name: words('history.select', { title }), exact: true }).check()
    await page.getByRole('button', { name: words('history.many.delete', { count: 2 }) }).click()
    await expect(lines.filter({ hasText: /Text 3[78]/ })).toHaveCount(0)
    await page.getByRole('button', { name: words('history.undo') }).click()
    await expect(lines.filter({ hasText: /Text 3[78]/ })).toHaveCount(2)
    await page.reload()
    await expect(lines.filter({ hasText: /Text 3[78]/ })).toHaveCount(2)
  })

  await test.step('all that is shown is deleted, and what comes after it is shown', async () => {
    await page.getByRole('checkbox', { name: words('history.selectAll') }).check()
    await page.getByRole('button', { name: words('history.many.delete', { count: 30 }) }).click()
    await expect(lines).toHaveCount(11)
    await expect(page.getByText(words('history.total', { count: 11 }))).toBeVisible()
  })

  await test.step('a filter that does not exist is no page', async () => {
    expect((await page.goto(`/${language}/tool/history?tool=poem`))?.status()).toBe(404)
  })
})
