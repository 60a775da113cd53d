// Find and replace in the editor, by keyboard.
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('a word is found, replaced once and everywhere, and one undo brings all back', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { content: 'A cat.\n\n## The cat\n\nA Cat and a dog.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await page
    .getByRole('toolbar', { name: words('writing.editor.toolbar') })
    .getByRole('button', { name: words('editor.find.name') })
    .click()
  const panel = page.getByRole('form', { name: words('editor.find.name') })
  const field = panel.getByRole('textbox', { name: words('editor.find.search') })
  await expect(field).toBeFocused()
  await field.fill('cat')
  await expect(panel.getByRole('status')).toHaveText(words('editor.find.found', { count: 3 }))
  await expect(text.locator('.ProseMirror-search-match, .ProseMirror-active-search-match')).toHaveCount(3)
  await field.press('Enter')
  await expect(panel).toContainText(words('editor.find.count', { place: 1, count: 3 }))
  await expectAccessible()
  await panel.getByRole('textbox', { name: words('editor.find.replacement') }).fill('fox')
  await panel.getByRole('button', { name: words('editor.find.one'), exact: true }).click()
  await expect(text.locator('p').first()).toHaveText('A fox.')
  await panel.getByRole('button', { name: words('editor.find.all'), exact: true }).click()
  await expect(text).toContainText('The fox')
  await expect(text).not.toContainText(/cat/i)
  await expect(panel.getByRole('status')).toHaveText(words('editor.find.none'))
  await field.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text).toContainText('The cat')
  await expect(text.locator('p').first()).toHaveText('A fox.')
})
