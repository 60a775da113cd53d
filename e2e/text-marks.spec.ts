// Underline, highlight, alignment and dividers: by keyboard, in the saved text and on the shared page.
import sharp from 'sharp'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('words are underlined and highlighted, lines aligned and divided by keyboard, and readers see it', async ({
  page,
  browser,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const id = await makeText(name, { title: 'Marked', content: '' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const tool = (key: string) =>
    page
      .getByRole('toolbar', { name: words('writing.editor.toolbar') })
      .getByRole('button', { name: words(key), exact: true })
  await text.click()
  await page.keyboard.press('Control+u')
  await page.keyboard.type('under')
  await page.keyboard.press('Control+u')
  await page.keyboard.press('Control+Shift+h')
  await page.keyboard.type('bright')
  await page.keyboard.press('Control+Shift+h')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+e')
  await page.keyboard.type('middle')
  await expect(tool('editor.tool.alignCenter')).toHaveAttribute('aria-pressed', 'true')

  await test.step('the toolbar is one stop of Tab, and its divider comes after the line', async () => {
    await page.keyboard.press('Shift+Tab')
    await expect(tool('writing.editor.undo')).toBeFocused()
    while (!(await tool('editor.tool.divider').evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
    await expect(text.locator('hr')).toHaveCount(1)
  })
  await page.keyboard.type('end')
  await page.keyboard.press('Control+Shift+r')
  await expect(tool('editor.tool.alignRight')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+l')
  await page.keyboard.type('- in a list')
  await expect(tool('editor.tool.alignLeft')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()

  await page.keyboard.press('Control+s')
  await expect(page.getByText(words('writing.save.savedNow'), { exact: true })).toBeVisible()
  const [row] = await runSql(
    'update public.tool_use set share_id = gen_random_uuid() where id = $1 returning share_id, content',
    [id],
  )
  expect(String(row!.content).trimEnd()).toBe(
    '[under]{.underline}[bright]{.mark}\n\nmiddle {.center}\n\n---\n\nend {.right}\n\n- in a list',
  )

  const expectMarks = async (shown: typeof text) => {
    await expect(shown.locator('u')).toHaveText('under')
    await expect(shown.locator('mark')).toHaveText('bright')
    await expect(shown.locator('p', { hasText: 'middle' })).toHaveCSS('text-align', 'center')
    await expect(shown.locator('p', { hasText: 'end' })).toHaveCSS('text-align', 'right')
    await expect(shown.locator('hr')).toHaveCount(1)
  }
  await page.reload()
  await expect(tool('editor.tool.divider')).toBeVisible()
  await expectMarks(text)
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(`${new URL(page.url()).origin}/${language}/public/write/${String(row!.share_id)}`)
  await expectMarks(reader.getByRole('main'))
  await reader.context().close()
})

test('several pictures are chosen at once with captions; one that fails is named and the others stay', async ({
  page,
  browser,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { title: 'Pictures', content: 'Before.\n\nAfter.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await text.locator('p').first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: words('editor.tool.picture'), exact: true }).click()
  const png = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const files = [
    { name: 'one.png', mimeType: 'image/png', buffer: await png('#b8321f') },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'two.png', mimeType: 'image/png', buffer: await png('#2f6b4f') },
  ]
  await (await chooser).setFiles(files)
  const panel = page.getByRole('region', { name: words('editor.picture.label') })
  await expect(panel.getByRole('alert')).toContainText('broken.png')
  const field = (file: string, key: string) =>
    panel.getByRole('group', { name: file }).getByRole('textbox', { name: words(key) })
  await field('one.png', 'editor.picture.alt').fill('Red')
  await field('two.png', 'editor.picture.alt').fill('Green')
  const caption = field('two.png', 'editor.picture.caption')
  await caption.fill('A "green" [wall]')
  await expectAccessible()
  await caption.press('Enter')
  const shown = text.getByRole('img')
  await expect(shown).toHaveCount(2)
  await expect(panel.getByRole('alert')).toContainText('broken.png')
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: words('editor.picture.cancel') }).click()
  await expect(text).toBeFocused()
  await expect(text.locator('figcaption')).toHaveText('A ”green” (wall)')

  await test.step('a caption is changed, and the picture moves to a side', async () => {
    await shown.first().click()
    await page.getByRole('button', { name: words('editor.picture.edit') }).click()
    const again = page.getByRole('region', { name: words('editor.picture.edit') })
    await again.getByRole('textbox', { name: words('editor.picture.caption') }).fill('A red wall')
    await page.keyboard.press('Enter')
    await expect(text.locator('figcaption').first()).toHaveText('A red wall')
    await page.keyboard.press('Control+Shift+r')
  })
  await page.keyboard.press('Control+s')
  await expect(page.getByText(words('writing.save.savedNow'), { exact: true })).toBeVisible()
  const [row] = await runSql(
    'update public.tool_use set share_id = gen_random_uuid() where id = $1 returning share_id, content',
    [id],
  )
  const blocks = String(row!.content).trimEnd().split('\n\n')
  expect(blocks.map((block) => block.replace(/\(\/storage\S+#/, '(#'))).toEqual([
    'Before.',
    '![Red](#40x30 "A red wall") {.right}',
    '![Green](#40x30 "A ”green” (wall)")',
    'After.',
  ])
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(`${new URL(page.url()).origin}/${language}/public/write/${String(row!.share_id)}`)
  const main = reader.getByRole('main')
  await expect(main.locator('figcaption')).toHaveText(['A red wall', 'A ”green” (wall)'])
  await expect(main.locator('figure').first()).toHaveCSS('margin-right', '0px')
  await expect(main.getByRole('img', { name: 'Green' })).toHaveJSProperty('naturalWidth', 40)
  await reader.context().close()
})

test('a pasted link to a video is a card for writer and reader, which loads nothing of the other site', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  const id = await makeText(await signUp(), { title: 'Video', content: 'Before.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await text.locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://www.youtube.com/watch?v=dQw4w9WgXcQ ')
  const card = text.locator('[data-video]')
  await expect(card).toHaveAttribute('data-video', 'YouTube')
  await page.keyboard.type('is no card')
  await expect(card).toHaveCount(0)
  for (const _ of 'is no card') await page.keyboard.press('Backspace')
  await expect(card).toHaveAttribute('data-address', 'youtu.be/dQw4w9WgXcQ')
  await expectAccessible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(words('writing.save.savedNow'), { exact: true })).toBeVisible()
  const [row] = await runSql(
    'update public.tool_use set share_id = gen_random_uuid() where id = $1 returning share_id',
    [id],
  )
  await page.goto(`/${language}/public/write/${String(row!.share_id)}`)
  const shown = page.getByRole('main').locator('[data-video]')
  await expect(shown).toHaveAttribute('data-address', 'youtu.be/dQw4w9WgXcQ')
  const link = shown.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible()
  expect(asked.filter((host) => /youtu|ytimg|google/.test(host))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('rows and columns of a table are added and removed by touch, and all commands are within reach', async ({
    page,
    words,
    open,
    signUp,
    expectAccessible,
  }) => {
    const id = await makeText(await signUp(), { content: '| a | b |\n| --- | --- |\n| c | d |\n\nEnd.' })
    await open(`/tool/use?tool=article&id=${id}`)
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await text.locator('td').first().tap()
    const tools = page.getByRole('group', { name: words('editor.tool.tableTools') })
    const press = (key: string) => tools.getByRole('button', { name: words(`editor.tool.${key}`) }).tap()
    await expect(tools.getByRole('button', { name: words('editor.tool.rowAfter') })).toBeInViewport()
    await expectAccessible()
    await press('rowAfter')
    await expect(text.locator('tr')).toHaveCount(3)
    await press('columnAfter')
    await expect(text.locator('th')).toHaveCount(3)
    await press('rowBefore')
    await expect(text.locator('tr')).toHaveCount(4)
    await press('columnBefore')
    await expect(text.locator('th')).toHaveCount(4)
    await press('rowDelete')
    await press('columnDelete')
    await expect(text.locator('tr')).toHaveCount(3)
    await expect(text.locator('th')).toHaveCount(3)
    await expect(text).toBeFocused()
    await press('tableDelete')
    await expect(text.locator('table')).toHaveCount(0)
  })
})
