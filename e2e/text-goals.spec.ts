// The goal of a text, its outline and the focus mode.
import { expect, test } from './journey.ts'
import { watchLostFocus } from './lost-focus.ts'
import { makeText } from './own-texts.ts'

test('a text is counted in every unit, and its goal is set, reached, kept and removed', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { content: 'One two three.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const counts = page.getByRole('region', { name: words('forms.length.counts') })
  const goal = counts.getByRole('form', { name: words('counts.goal.title') })
  const progress = counts.getByRole('meter', { name: words('counts.goal.progress') })
  const press = (key: string) =>
    counts.getByRole('button', { name: words(`counts.goal.${key}`), exact: true }).click()
  await expect(counts.getByRole('listitem')).toHaveText([
    /14/,
    /12/,
    /3/,
    /14/,
    /14/,
    new RegExp(words('counts.minutesValue', { count: 1 })),
  ])

  await test.step('a number that is none is refused, and a goal in words is saved', async () => {
    await press('set')
    const field = goal.getByRole('textbox', { name: words('counts.goal.count') })
    await expect(field).toBeFocused()
    await field.press('Enter')
    await expect(field).toBeFocused()
    await expect(goal).toContainText(words('counts.goal.invalid'))
    await expectAccessible()
    await field.fill('5')
    await goal.getByRole('combobox', { name: words('counts.goal.unit') }).selectOption('words')
    await field.press('Enter')
    await expect(counts.getByRole('button', { name: words('counts.goal.change') })).toBeFocused()
    await expect(progress).toHaveJSProperty('value', 3)
  })

  await test.step('reaching it is said once, also when the text falls below it again', async () => {
    const said = counts.getByRole('status')
    await expect(said).toHaveText('')
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' four five')
    await expect(said).toHaveText(words('counts.goal.reached'))
    for (let press = 0; press < 5; press++) await page.keyboard.press('Backspace')
    await expect(progress).toHaveJSProperty('value', 4)
    await expect(said).toHaveText(words('counts.goal.reached'))
    await expectAccessible()
  })

  await test.step('it is still there after a reload, and can be removed', async () => {
    await page.reload()
    await expect(counts).toContainText(words('forms.length.ofGoal', { length: 4, goal: 5 }))
    await press('change')
    await press('remove')
    await expect(progress).toHaveCount(0)
    await expect(counts.getByRole('button', { name: words('counts.goal.set') })).toBeFocused()
    await press('set')
    await page.keyboard.press('Escape')
    await expect(counts.getByRole('button', { name: words('counts.goal.set') })).toBeFocused()
  })
})

test('headings are jumped to from a list, next to the text or in a dialog, and the focus mode leaves only the text', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const lost = await watchLostFocus(page)
  const name = await signUp()
  const filler = Array.from({ length: 30 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const id = await makeText(name, {
    content: `${filler}\n\n## One\n\n${filler}\n\n### Two\n\n${filler}\n\n## Three\n\n${filler}`,
  })
  const empty = await makeText(name, { content: 'No heading.' })
  await page.setViewportSize({ width: 1720, height: 900 })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const tool = (key: string) =>
    page
      .getByRole('toolbar', { name: words('writing.editor.toolbar') })
      .getByRole('button', { name: words(`editor.${key}.name`), exact: true })
  const heading = (name: string) => text.getByRole('heading', { name })

  await test.step('next to the text, by keyboard, with the current heading marked', async () => {
    await tool('outline').click()
    const list = page.getByRole('navigation', { name: words('editor.outline.name') })
    const items = list.getByRole('listitem').getByRole('button')
    await expect(items).toHaveText(['One', 'Two', 'Three'])
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
    await expect(heading('Two')).toBeInViewport()
    await expect(list.locator('[aria-current]')).toHaveText('Two')
    await expectAccessible()
    await items.first().focus()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(text).toBeFocused()
  })

  await test.step('in a dialog where there is no room', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await tool('outline').click()
    const dialog = page.getByRole('dialog', { name: words('editor.outline.name') })
    await expect(dialog.locator('[aria-current]')).toHaveText('Two')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Three' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(heading('Three')).toBeInViewport()
    await expect(text).toBeFocused()
  })

  await test.step('the focus mode hides the rest, keeps the place, survives a reload and ends with Escape', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await heading('Three').scrollIntoViewIfNeeded()
    const top = async () => (await heading('Three').boundingBox())!.y
    await tool('focus').focus()
    const before = await top()
    await page.keyboard.press('Enter')
    const leave = page.getByRole('button', { name: words('editor.focus.leave') })
    await expect(leave).toBeVisible()
    await expect(text).toBeFocused()
    expect(Math.abs((await top()) - before)).toBeLessThan(4)
    for (const hidden of [page.getByRole('contentinfo'), tool('focus'), page.locator('[name="topic"]')])
      await expect(hidden).toBeHidden()
    await expectAccessible()
    await page.keyboard.type('Kept. ')
    await page.reload()
    await expect(leave).toBeVisible()
    await expect(heading('Three')).toContainText('Kept.')
    await text.click()
    await page.keyboard.press('Escape')
    await expect(leave).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await tool('focus').click()
    await leave.click()
    await expect(text).toBeFocused()
  })

  await test.step('a text without headings says how to make one', async () => {
    await open(`/tool/use?tool=article&id=${empty}`)
    await tool('outline').click()
    await expect(page.getByRole('dialog')).toContainText(words('editor.outline.empty'))
  })
  expect(lost).toEqual([])
})
