// What an AI command offers is marked against what stands there, and each change is taken or left.
import type { Page } from '@playwright/test'
import type { Words } from './cards.ts'
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

const content = [
  '몇일 동안 비가 왔다. 우리는 집에 있었다.',
  '| 달 | 매출 |\n| --- | --- |\n| 3월 | 몇일 |\n| 4월 | 금새 |',
  '끝이다.',
].join('\n\n')

test('T02, T12: a translation offers pairs of sentences, a table its cells, and titles their words; each is taken alone and undone', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { title: '비 오는 날', content })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const boxes = offer.getByRole('checkbox')
  const takeSome = (count: number) =>
    offer.getByRole('button', { name: words('editor.edit.takeSome', { count }) }).click()

  await test.step('a translation: the second of two sentences is taken, the first one stays', async () => {
    await text.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await commands.getByRole('button', { name: words('editor.edit.command.text-translate') }).click()
    const asking = page.getByRole('region', { name: words('editor.edit.command.text-translate') })
    await asking.getByRole('combobox').selectOption('German')
    await asking.getByRole('button', { name: /·/ }).click()
    await expect(offer.locator('del')).toHaveText(['몇일 동안 비가 왔다.', '우리는 집에 있었다.'])
    await expect(offer.locator('ins').first()).toHaveAttribute('lang', 'de')
    await expectAccessible()
    await boxes.first().focus()
    await page.keyboard.press('Space')
    await takeSome(1)
    await expect(text.locator('p').first()).toHaveText('몇일 동안 비가 왔다. German: 우리는 집에 있었다.')
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text.locator('p').first()).toHaveText('몇일 동안 비가 왔다. 우리는 집에 있었다.')
  })

  await test.step('a selection across cells is the whole table; one of its changed cells is taken', async () => {
    // Each press finds its cell where it is: the page may scroll or grow between the ends of a drag.
    await text.locator('td').first().click()
    await text
      .locator('td')
      .last()
      .click({ modifiers: ['Shift'] })
    await expect(text.locator('.selectedCell')).toHaveCount(4)
    await commands.getByRole('button', { name: words('editor.edit.command.text-fix') }).click()
    await expect(offer.getByRole('cell')).toHaveCount(4)
    await expect(offer.getByRole('cell').locator('ins')).toHaveText(['며칠', '금세'])
    await expectAccessible()
    await boxes.last().uncheck()
    await takeSome(1)
    await expect(text.locator('td')).toHaveText(['3월', '며칠', '4월', '금새'])
    await expect(text.locator('table')).toHaveCount(1)
    await expect(text.locator('p').last()).toHaveText('끝이다.')
  })

  await test.step('the whole text: sentences and cells are marked together', async () => {
    await page
      .locator('[data-text-commands]')
      .getByRole('button', { name: words('editor.edit.command.text-fix') })
      .click()
    await expect(offer.locator('ins')).toHaveText(['며칠 ', '금세'])
    await boxes.first().uncheck()
    await takeSome(1)
    await expect(text.locator('td').last()).toHaveText('금세')
    await expect(text.locator('p').first()).toHaveText('몇일 동안 비가 왔다. 우리는 집에 있었다.')
  })

  await test.step('titles: the words that the present title does not have are marked, and its undo restores it', async () => {
    const title = page.getByRole('textbox', { name: words('writing.pane.titleLabel') })
    await page.getByRole('button', { name: words('editor.edit.command.title') }).click()
    await expect(offer).toContainText('비 오는 날')
    const titles = offer.getByRole('list', { name: words('editor.edit.command.title') }).getByRole('button')
    await expect(titles.first().locator('ins').first()).toBeVisible()
    await expectAccessible()
    const chosen = (await titles.first().textContent()) ?? ''
    await titles.first().click()
    await expect(title).toHaveValue(chosen)
    await page
      .getByRole('button', { name: words('writing.form.undo') })
      .last()
      .click()
    await expect(title).toHaveValue('비 오는 날')
  })

  await test.step('tags: those that come are marked', async () => {
    await page.getByRole('button', { name: words('editor.edit.command.tag') }).click()
    await expect(offer.getByRole('listitem').locator('ins').first()).toBeVisible()
    await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(page.getByRole('region', { name: words('writing.pane.tags') })).toBeVisible()
  })
})

test('T06: a section that is written again is an offer, also after a reload: the old one stays, or is replaced sentence by sentence', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const sections = '## 준비\n\n물 한 병을 챙긴다. 겉옷을 챙긴다.\n\n## 길\n\n두 시간을 걷는다.'
  const id = await makeText(await signUp(), { tool: 'own', content: sections, request: { own: true } })
  await open(`/tool/use?tool=own&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const offer = page.getByRole('region', {
    name: words('editor.edit.offer', { command: words('editor.edit.command.section') }),
  })
  const before = ['물 한 병을 챙긴다. 겉옷을 챙긴다.', '두 시간을 걷는다.']
  const ask = (wish: string) => askSection(page, words, { heading: '준비', wish })

  await test.step('the text is as it was, and the offer is there again after a reload; it is left', async () => {
    await ask('SHORTER')
    await expect(offer).toContainText('SHORTER')
    await expect(offer).toBeFocused()
    await expectAccessible()
    await expect(text.locator('p')).toHaveText(before)
    await page.reload()
    await expect(offer).toContainText('SHORTER')
    await expect(text.locator('p')).toHaveText(before)
    await offer.getByRole('button', { name: words('editor.edit.leave') }).click()
    await expect(offer).toHaveCount(0)
    await expect(text.locator('p')).toHaveText(before)
  })

  await test.step('a sentence of the old one stays, and the next section too; one undo restores it all', async () => {
    await ask('LONGER')
    const old = offer.locator('label').filter({ has: page.locator('del').filter({ hasText: '겉옷' }) })
    await old.getByRole('checkbox').uncheck()
    await offer.getByRole('button', { name: /\d/ }).first().click()
    await expect(text).toContainText('LONGER')
    await expect(text).toContainText('겉옷을 챙긴다.')
    await expect(text.getByRole('heading')).toHaveText(['준비', '길'])
    await expect(text.locator('p').last()).toHaveText('두 시간을 걷는다.')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text.locator('p')).toHaveText(before)
  })
})

test('T06: an offer takes the place of its section, wherever a blank that is filled meanwhile moves it @ko', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const sections = '[이름] 씀\n\n## 준비\n\n물 한 병을 챙긴다.\n\n## 길\n\n두 시간을 걷는다.'
  const id = await makeText(await signUp(), { tool: 'own', content: sections, request: { own: true } })
  await open(`/tool/use?tool=own&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await askSection(page, words, { heading: '준비', wish: 'LONGER' })
  const offer = page.getByRole('region', {
    name: words('editor.edit.offer', { command: words('editor.edit.command.section') }),
  })
  await expect(offer).toContainText('LONGER')

  const blank = page.locator('[name="blank"]')
  await blank.fill('제갈공명선생님과 그 제자들')
  await blank.press('Enter')
  await expect(text.locator('p').first()).toHaveText('제갈공명선생님과 그 제자들 씀')
  await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
  await expect(text).toContainText('LONGER')
  await expect(text.locator('p').first()).toHaveText('제갈공명선생님과 그 제자들 씀')
  await expect(text.getByRole('heading')).toHaveText(['준비', '길'])
  await expect(text.locator('p').last()).toHaveText('두 시간을 걷는다.')
})

test('T02, T06: a section or a selection that is too long for AI is named so with the limit, and nothing is sent', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const long = Array.from({ length: 41 }, () => '물 한 병과 겉옷을 챙긴다. '.repeat(66).trim()).join('\n\n')
  const content = `## 준비\n\n${long}`
  const id = await makeText(await signUp(), { tool: 'own', content, request: { own: true } })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/ai/tool/edit')) sent++
  })
  await open(`/tool/use?tool=own&id=${id}`)
  const toast = (count: number) => page.getByText(words('editor.edit.tooLong', { count }))
  await askSection(page, words, { heading: '준비', wish: 'SHORTER' })
  await expect(toast(40_000)).toBeVisible()
  await page.getByRole('textbox', { name: words('writing.pane.textLabel') }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  const command = page
    .getByRole('toolbar', { name: words('editor.edit.label') })
    .getByRole('button', { name: words('editor.edit.command.text'), exact: true })
  await command.focus()
  await page.keyboard.press('Enter')
  await expect(toast(8_000)).toBeVisible()
  await expect(command).toBeFocused()
  expect(sent).toBe(0)
})

/** Orders another version of a section from the list of contents. */
async function askSection(
  page: Page,
  words: Words,
  { heading, wish }: { heading: string; wish: string },
): Promise<void> {
  const contents = page.getByRole('group').filter({ hasText: words('forms.sections.contents') })
  const field = page.locator('textarea[name="instruction"]')
  if (!(await field.isVisible()))
    await contents.getByRole('button', { name: words('forms.sections.rewriteOf', { heading }) }).click()
  await field.fill(wish)
  await contents
    .getByRole('button', { name: words('forms.sections.submit', { tokens: 0 }).split('·')[0]!.trim() })
    .click()
}
