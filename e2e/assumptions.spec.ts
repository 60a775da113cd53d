// What a text assumes about its sender: the list next to it, and the question before the text leaves. Below it the advice.
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'
import { watchLostFocus } from './lost-focus.ts'
import { makeText } from './own-texts.ts'

/** The advice of the stand-in, which says that it is a sample. */
const sampleAdvice = { ko: /견본 조언이에요/, en: /sample advice/ }

/** The one button that writes and names its price. */
const priced = /·.*\d/

test('what a letter assumes is listed, shown in the text, confirmed for good or edited away, and a copy asks before; advice asks nothing', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const lost = await watchLostFocus(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp()
  await open('/tool/use?tool=cover-letter')
  await page.locator('[name="introduce"]').fill('I write.')
  await page.locator('[name="career"]').fill('I ran a paper.')
  await page.locator('[name="duty"]').fill('Editor')
  await page.locator('[name="questions.0.question"]').fill('Why?')
  await page.getByRole('button', { name: priced }).click()
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible({
    timeout: 30_000,
  })
  const panel = (count: number) =>
    page.getByRole('region', { name: words('assumptions.title', { count }), exact: true })
  const buttons = (key: string) =>
    page.getByRole('button', { name: words(`assumptions.${key}`), exact: true })
  const passages = panel(2).getByRole('listitem').getByRole('paragraph')
  await expect(passages).toHaveCount(2)
  const [first = '', second = ''] = await passages.allTextContents()
  await expectAccessible()

  await test.step('a passage is shown in the text', async () => {
    await buttons('show').first().click()
    await expect(text).toBeFocused()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(first)
  })

  await test.step('a copy asks first, and gives the focus back', async () => {
    const copy = page.getByRole('button', { name: words('writing.save.copy'), exact: true })
    await copy.click()
    const question = page.getByRole('dialog', { name: words('assumptions.open.title', { count: 2 }) })
    await expect(question.getByRole('listitem')).toHaveText([first, second])
    await expectAccessible()
    await question.getByRole('button', { name: words('assumptions.open.back') }).click()
    await expect(copy).toBeFocused()
  })

  await test.step('a refused confirmation comes back, in its place', async () => {
    const letThrough = await interfere(page, '**/rest/v1/rpc/confirm_assumption*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await buttons('confirm').first().click()
    await expect(page.getByText(words('errors.try_again'))).toBeVisible()
    await expect(passages).toHaveText([first, second])
    letThrough()
  })

  await test.step('a confirmed passage is gone for good, and the focus goes to the next', async () => {
    await buttons('confirm').first().focus()
    await page.keyboard.press('Enter')
    await expect(panel(1).getByRole('listitem')).toHaveCount(1)
    await expect(buttons('confirm')).toBeFocused()
    await expect(
      page.getByRole('status').filter({ hasText: words('assumptions.confirmed', { count: 1 }) }),
    ).toHaveCount(1)
    await expect.poll(() => listsOf(page.url())).toMatchObject({ assumed: [second] })
    await page.reload()
    await expect(panel(1).getByRole('paragraph').filter({ hasText: second })).toBeVisible()
  })

  await test.step('an edited passage leaves the list by itself, and nothing is asked any more', async () => {
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    await buttons('show').click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(second)
    await page.keyboard.type('This is true.')
    await expect(panel(1)).toHaveCount(0)
    await page.getByRole('button', { name: words('writing.save.copy'), exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('This is true.')
  })

  await test.step('advice in the language of the page stays until it is read, comes back when that is refused, and goes for good', async () => {
    const advice = page.getByRole('region', { name: words('assumptions.advice.title') })
    const piece = advice.getByRole('listitem').getByRole('paragraph')
    await expect(piece).toHaveText(sampleAdvice[language])
    const read = advice.getByRole('button', { name: words('assumptions.advice.read') })
    const letThrough = await interfere(page, '**/rest/v1/rpc/confirm_assumption*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await read.click()
    await expect(page.getByText(words('errors.try_again'))).toBeVisible()
    await expect(piece).toBeVisible()
    letThrough()
    await read.focus()
    await page.keyboard.press('Enter')
    await expect(advice).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: words('assumptions.advice.done') })).toHaveCount(
      1,
    )
    await expect.poll(() => listsOf(page.url())).toMatchObject({ advice: [] })
    await page.reload()
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    await expect(advice).toHaveCount(0)
  })
  expect(lost).toEqual([])
})

const listsOf = async (address: string): Promise<unknown> => {
  const id = new URL(address).searchParams.get('id')
  const [row] = await runSql('select assumed, advice from public.tool_use where id = $1', [id])
  return row
}

test('before the editor has loaded, on a phone, blanks, assumptions and advice are listed, shown and confirmed; a mail asks about the first two', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const lost = await watchLostFocus(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}.`).join('\n\n')
  const passage = 'We **always** bring our own cups & plates.'
  const id = await makeText(await signUp(), {
    tool: 'email',
    language: 'English',
    content: `Dear [name],\n\n${lines}\n\n${passage} Bye.`,
  })
  const advice = ['Ask **first**: <b>by when</b>?', 'Keep a copy.']
  await runSql('update public.tool_use set assumed = $2, advice = $3 where id = $1', [
    id,
    [passage, 'No longer in it.'],
    advice,
  ])
  await page.route(/\/assets\/editor-[\w-]{8}(?:\.(?:ko|en))?\.js$/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await open(`/tool/use?tool=email&id=${id}`)
  await expect(page.getByText(words('editor.missing'))).toBeVisible()
  const panel = page.getByRole('region', { name: words('assumptions.title', { count: 1 }), exact: true })
  await expect(panel.getByRole('listitem')).toHaveText(/We always bring our own cups & plates\./)
  await expectAccessible()
  await panel.getByRole('button', { name: words('assumptions.show') }).click()
  await expect
    .poll(() => page.evaluate(() => getSelection()?.toString()))
    .toBe('We always bring our own cups & plates.')
  await expect(page.getByText('Bye.')).toBeInViewport()

  const mail = page.getByRole('link', { name: words('forms.email.open') })
  await mail.click()
  const question = page.getByRole('dialog', {
    name: words('assumptions.open.both', { blanks: 1, count: 1 }),
  })
  await expect(question.getByRole('listitem')).toHaveText(['name', 'We always bring our own cups & plates.'])
  await expectAccessible()
  await question.getByRole('button', { name: words('assumptions.open.bothBack') }).click()
  await expect(mail).toBeFocused()

  await panel.getByRole('button', { name: words('assumptions.confirm') }).click()
  await expect(panel).toHaveCount(0)
  const below = page.getByRole('region', { name: words('assumptions.advice.title') })
  await expect(below.getByRole('listitem').getByRole('paragraph')).toHaveText(advice)
  await expect(below.getByRole('button').first()).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(below.getByRole('button')).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: words('assumptions.advice.left', { count: 1 }) }),
  ).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(below).toHaveCount(0)
  await expect(page.locator('#text-pane')).toBeFocused()
  await mail.click()
  await expect(
    page.getByRole('dialog', { name: words('editor.export.open.title', { count: 1 }) }),
  ).toBeVisible()
  expect(lost).toEqual([])
})
