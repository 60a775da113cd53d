// A text with sources: requested in the form, included in its price, found during the run, cited and shown next to the
// text.
import { expect, test } from './journey.ts'

test('research: the price includes it, the text cites its sources, and each source shows its sentences', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  await open('/tool/use?tool=article')
  await page.locator('[name="topic"]').fill(words('forms.read.title', { count: 2 }))
  const write = page.getByRole('button', { name: /·.*\d/ }).first()
  const price = async () => Number(/[\d,]+/.exec(await write.innerText())![0].replaceAll(',', ''))
  const before = await price()
  const flag = page.getByRole('checkbox', { name: words('forms.research.label') })
  await flag.focus()
  await page.keyboard.press('Space')
  await expect(flag).toBeChecked()
  await expect(flag).toHaveAccessibleDescription(words('forms.research.sampleHint'))
  await expect.poll(price).toBeGreaterThan(before + 3_000)
  await expectAccessible()
  await write.click()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(text.getByRole('link', { name: '(1)' }).first()).toHaveAttribute(
    'href',
    'https://example.com/sample-1',
  )
  await expect(text.getByRole('heading').last()).toHaveText(/출처|Sources/)
  const found = page.getByRole('group').filter({ hasText: words('forms.read.found', { count: 1 }) })
  await found.getByText(words('forms.read.found', { count: 1 })).click()
  await expect(found).toContainText(words('forms.read.sample'))
  await expect(found.locator('q')).toHaveText(/견본|sample/)
  await expectAccessible()
  await page.reload()
  await expect(flag).toBeChecked()
  await expect(text.getByRole('link', { name: '(1)' }).first()).toBeVisible()
})
