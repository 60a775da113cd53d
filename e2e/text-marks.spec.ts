// Underline, highlight, alignment and dividers: by keyboard, in the saved text and on the shared page.
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
