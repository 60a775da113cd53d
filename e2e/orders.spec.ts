// The order of a text besides its subject, and the blanks that the text leaves for its member.
import { expect, test } from './journey.ts'

/** The one button that writes and names its price. */
const priced = /·.*\d/

test("an order's wishes, length and place are stored with the text and restored; a length out of range is refused at its field", async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  await open('/tool/use?tool=article')
  await page.locator('[name="topic"]').fill('Composting in a flat')
  await page.locator('[name="instructions"]').fill('Use a table.')
  const length = page.locator('[name="length"]')
  await length.fill('7')
  await page.locator('[name="place"]').selectOption('naver')
  await page.getByRole('button', { name: priced }).first().click()
  await expect(length).toBeFocused()
  await expect(length).toHaveAttribute('aria-invalid', 'true')
  await length.fill('1200')
  await expect(length).not.toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  // screens 2: with the keyboard the focus moves from Write to Stop and then to the text, never to a purchase of
  // another one.
  await page.getByRole('button', { name: priced }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words('writing.pane.stop') })).toBeFocused()
  await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('#text-pane')).toBeFocused()
  await page.reload()
  await expect(page.locator('[name="instructions"]')).toHaveValue('Use a table.')
  await expect(length).toHaveValue('1200')
  await expect(page.locator('[name="place"]')).toHaveValue('naver')
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(text).toBeVisible()

  // The input is counted, against the requested length.
  const counts = page.getByRole('region', { name: words('forms.length.counts') })
  await expect(counts.getByRole('meter', { name: words('forms.length.goal') })).toBeVisible()
  const count = async () =>
    Number((await counts.getByRole('listitem').first().locator('b').textContent())!.replaceAll(/\D/g, ''))
  const before = await count()
  expect(before).toBeGreaterThan(200)
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('열 글자를 더 쓴다.')
  await expect.poll(count).toBe(before + 11)
  await expectAccessible()
})

for (const width of [390, 1280])
  test(`screens 2: where Stop stood nothing is bought, at ${width} pixels, and Stop shows the text once it is written @ko`, async ({
    page,
    words,
    open,
    signUp,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUp()
    await open('/tool/use?tool=email')
    await page.locator('[name="topic"]').fill('회의 시간 변경')
    await page.locator('[name="strong_points"]').fill('목요일 세 시가 편함')
    await page.getByRole('button', { name: priced }).first().click()
    const stop = page.getByRole('button', { name: words('writing.pane.stop') })
    await expect(stop).toBeVisible()
    await expect(page.getByRole('button', { name: priced }).first()).toBeDisabled()
    const box = (await stop.boundingBox())!
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    const there = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x!, y!)?.closest('button')?.type ?? 'none',
      [box.x + box.width / 2, box.y + box.height / 2],
    )
    expect(there).not.toBe('submit')
    await page.getByRole('button', { name: words('writing.pane.show') }).click()
    await expect(page.locator('#text-pane')).toBeFocused()
  })

test('blanks of a text are listed, focused, filled in one by one, and an export asks while one is open', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  await open('/tool/use?tool=business-plan')
  await page.locator('[name="name"]').fill('Second Supper')
  await page.locator('[name="overview"]').fill('Side dishes twice a week.')
  const items = page.locator('[name^="format."]')
  await page.getByRole('button', { name: 'PSST' }).click()
  await expect(items).toHaveCount(4)
  await page.getByRole('button', { name: priced }).first().click()
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
  const blanks = page.getByRole('region', { name: words('forms.blanks.title', { count: 3 }) })
  await expect(blanks.getByRole('listitem')).toHaveCount(3)
  await expectAccessible()

  await blanks.getByRole('button', { name: words('forms.blanks.show') }).click()
  await expect(text).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^\[.+\]$/)

  // No export happens without a question while the text has brackets.
  const takeAway = async () => {
    await page.getByRole('button', { name: words('editor.export.action') }).click()
    await page.getByRole('button', { name: words('editor.export.kind.md') }).click()
  }
  await takeAway()
  const dialog = page.getByRole('dialog', { name: words('editor.export.open.title', { count: 3 }) })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible()
  await dialog.getByRole('button', { name: words('editor.export.open.back') }).click()
  await expect(dialog).toBeHidden()

  for (const left of [2, 1, 0]) {
    const field = page.locator('[name="blank"]')
    await field.fill(`FACT-${left}`)
    await field.press('Enter')
    await expect(text).toContainText(`FACT-${left}`)
    if (left > 0) {
      await expect(
        page.getByRole('region', { name: words('forms.blanks.title', { count: left }) }),
      ).toBeVisible()
      await expect(field).toBeFocused()
    }
  }
  await expect(page.locator('[name="blank"]')).toHaveCount(0)
  await expect(text).toBeFocused()
  await expect(text).not.toContainText('[')
  const download = page.waitForEvent('download')
  await takeAway()
  await download
})
