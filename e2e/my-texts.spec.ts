import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('my texts: labels, a filter, a search in contents, the order, and the trash with restore and deletion for good', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const texts = [
    ['가나다', '시립 도서관은 아홉 시에 열어요.'],
    ['The Library', 'It opens at nine.'],
    ['Bread', 'Flour and water.'],
  ] as const
  for (const [title, content] of texts) await makeText(name, { title, content })
  const lines = page
    .getByRole('list', { name: words('history.list') })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('checkbox'),
    })
  const line = (title: string) => lines.filter({ hasText: title })
  // The bulk actions have the same names.
  const act = async (title: string, action: string) => {
    const menu = page.getByRole('button', { name: words('history.actions', { title }) })
    await menu.click()
    await page
      .getByRole('listitem')
      .filter({ has: menu })
      .getByRole('button', { name: action, exact: true })
      .click()
  }
  const dialog = page.getByRole('dialog')
  await open('/tool/history')
  await expect(lines).toHaveCount(3)

  await test.step('a new label is typed for one text, and found while typing for others', async () => {
    await act('Bread', words('history.action.label'))
    const field = dialog.getByRole('textbox', { name: words('labels.field') })
    await expect(field).toBeVisible()
    await field.fill('Kitchen')
    await field.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'Kitchen' })).toBeChecked()
    await expectAccessible()
    await dialog.getByRole('button', { name: words('labels.save') }).click()
    await expect(line('Bread').getByRole('link', { name: 'Kitchen' })).toBeVisible()
    await expect(
      page.getByRole('button', { name: words('history.actions', { title: 'Bread' }) }),
    ).toBeFocused()
    for (const title of ['가나다', 'The Library'])
      await page.getByRole('checkbox', { name: words('history.select', { title }) }).check()
    await page.getByRole('button', { name: words('history.many.label', { count: 2 }) }).click()
    await field.fill('kit')
    await dialog.getByRole('checkbox', { name: 'Kitchen' }).check()
    await field.fill('읽을 것')
    await dialog.getByRole('button', { name: words('labels.save') }).click()
    await expect(lines.getByRole('link', { name: 'Kitchen' })).toHaveCount(3)
    await expect(lines.getByRole('link', { name: '읽을 것' })).toHaveCount(2)
  })

  await test.step('a label filters the list, is renamed and deleted, and the text page gives it too', async () => {
    await line('The Library').getByRole('link', { name: '읽을 것' }).click()
    await page.waitForURL(/label=/)
    await expect(lines).toHaveCount(2)
    await page.getByRole('button', { name: words('history.manageLabels') }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: words('labels.renameOf', { name: '읽을 것' }) }).click()
    const field = dialog.getByRole('textbox', { name: words('labels.name') })
    await expect(field).toBeFocused()
    await field.fill('Reading')
    await field.press('Enter')
    await expect(lines.getByRole('link', { name: 'Reading' })).toHaveCount(2)
    await page.waitForURL(/label=Reading/)
    await dialog.getByRole('button', { name: words('labels.deleteOf', { name: 'Kitchen' }) }).click()
    await dialog.getByRole('button', { name: words('labels.confirmDelete') }).click()
    await expect(lines.getByRole('link', { name: 'Kitchen' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: words('history.label') }).selectOption('')
    await expect(lines).toHaveCount(3)
    await page.getByRole('link', { name: 'Bread' }).click()
    await page.waitForURL(/tool\/use/)
    await page.getByRole('button', { name: words('writing.save.labels'), exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Reading' }).check()
    await dialog.getByRole('button', { name: words('labels.save') }).click()
    await expect(page.getByText(words('labels.saved'))).toBeVisible()
    await open('/tool/history?label=Reading')
    await expect(lines).toHaveCount(3)
  })

  await test.step('the order is chosen, and stands in the address', async () => {
    await page.getByRole('combobox', { name: words('history.sort') }).selectOption('title')
    await page.waitForURL(/sort=title/)
    await expect(lines).toHaveText([/Bread/, /The Library/, /가나다/])
  })

  await test.step('a search finds words of the contents, also with a typing error, and marks them', async () => {
    const search = page.getByRole('searchbox')
    await search.fill(language === 'ko' ? '도서괸' : 'libarry')
    await search.press('Enter')
    await expect(lines).toHaveCount(1)
    await expect(lines.locator('mark').first()).toHaveText(language === 'ko' ? '도서관' : 'Library')
    await page.getByRole('link', { name: words('history.title'), exact: true }).click()
    await expect(lines).toHaveCount(3)
  })

  await test.step('a deleted text is in the trash with its last day, and is restored', async () => {
    await act('Bread', words('history.action.delete'))
    await expect(lines).toHaveCount(2)
    await expect(page.getByText(words('history.deleted', { count: 1 }))).toBeVisible()
    await page.getByRole('link', { name: words('history.trash'), exact: true }).click()
    await page.waitForURL(/view=trash/)
    const trash = page
      .getByRole('list', { name: words('history.trash') })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('checkbox'),
      })
    const day = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toLocaleDateString(language, {
      dateStyle: 'long',
      timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    })
    await expect(trash).toHaveText([new RegExp(`Bread.*${words('history.erasedOn', { day })}`)])
    await expectAccessible()
    await act('Bread', words('history.action.restore'))
    await expect(page.getByText(words('history.trashEmpty'))).toBeVisible()
    await page.getByRole('link', { name: words('history.title'), exact: true }).click()
    await expect(lines).toHaveCount(3)
  })

  await test.step('texts of the trash are deleted for good, one and all, after a question', async () => {
    await page.getByRole('checkbox', { name: words('history.selectAll') }).check()
    await page.getByRole('button', { name: words('history.many.delete', { count: 3 }) }).click()
    await expect(page.getByText(words('history.deleted', { count: 3 }))).toBeVisible()
    await page.getByRole('link', { name: words('history.trash'), exact: true }).click()
    await page.waitForURL(/view=trash/)
    await act('Bread', words('history.action.erase'))
    await expectAccessible()
    await dialog.getByRole('button', { name: words('history.many.erase', { count: 1 }) }).click()
    await expect(page.getByText(words('history.erased', { count: 1 }))).toBeVisible()
    await page.getByRole('button', { name: words('history.emptyTrash') }).click()
    await dialog.getByRole('button', { name: words('history.many.erase', { count: 2 }) }).click()
    await expect(page.getByText(words('history.erased', { count: 2 }))).toBeVisible()
    await expect(page.getByText(words('history.trashEmpty'))).toBeVisible()
    await page.reload()
    await expect(page.getByText(words('history.trashEmpty'))).toBeVisible()
  })
})

test('the palette finds an own text by a word of its content, with a typing error too', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectLoaded,
}) => {
  const name = await signUp()
  const id = await makeText(name, { title: 'Opening times', content: '시립 도서관은 아홉 시에 열어요.' })
  await open('/tool/history')
  await page.getByRole('heading', { level: 1 }).click()
  // Its code loads after the page.
  await expectLoaded()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: words('palette.title') })
  const texts = palette.getByRole('group', { name: words('palette.texts') })
  await palette.getByRole('combobox').fill('도서괸')
  await expect(texts).toContainText('Opening times')
  await palette.getByRole('combobox').fill('도서관')
  await expect(texts).toContainText('Opening times')
  await palette.getByRole('option', { name: 'Opening times' }).click()
  await expect(page).toHaveURL(`/${language}/tool/use?tool=article&id=${id}`)
})
