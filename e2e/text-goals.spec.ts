// The goal of a text, its outline and the focus mode.
import { expect, test } from './journey.ts'
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
