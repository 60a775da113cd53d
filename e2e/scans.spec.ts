import { makePdf } from '#server/testing/make-pdf.ts'
import { expect, test } from './journey.ts'

test('B12: a scan is read when it is chosen: its pages are at it and in the price before the writing', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  await open('/tool/use?tool=document')
  await page.locator('[name="topic"]').fill('a')
  await page.locator('[name="purpose"]').fill('b')
  const write = page.getByRole('button', { name: /·/ }).first()
  const price = async () => Number(/[\d,]+/.exec(await write.innerText())![0].replaceAll(',', ''))
  const before = await price()
  const choose = (name: string, pages: string[]) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(makePdf(pages)) })
  await choose('scan.pdf', ['', '', ''])
  const files = page.getByRole('list', { name: words('tools.form.file.list') })
  await expect(files).toContainText(words('tools.form.file.pages', { count: 3 }))
  const withScan = await price()
  expect(withScan).toBeGreaterThan(before + 5_000)
  const line = 'The library opens at nine.'
  await choose('text.pdf', [line])
  await expect(files).toContainText(words('tools.form.file.characters', { count: line.length }))
  expect(await price()).toBeLessThan(withScan + 1_000)
  await expectAccessible()
  await write.click()
  await expect(page.getByRole('toolbar')).toBeVisible()
  const read = page.getByRole('group').filter({ hasText: words('forms.read.title', { count: 2 }) })
  await read.getByText(words('forms.read.title', { count: 2 })).click()
  await expect(read).toContainText(`scan.pdf ${words('forms.read.pages', { count: 3 })}`)
})
