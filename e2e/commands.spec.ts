import { expect, interfere, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('a command continues after a lost connection and a reload, and its result lands where it was requested @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const id = await makeText(await signUp(), { content: '하나는 둘이다. 셋은 넷이다\n\n다섯은 여섯이다.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const take = offer.getByRole('button', { name: words('editor.edit.take'), exact: true })
  const fix = async () => {
    await text.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await commands.getByRole('button', { name: words('editor.edit.command.text-fix') }).click()
  }
  // The stream breaks off after the first event.
  const letAnswer = await interfere(page, '**/v1/ai/tool/edit', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.slice(0, body.indexOf('\n\n') + 2) })
  })

  await test.step('the rest comes over another line', async () => {
    await fix()
    await expect(take).toBeVisible()
    await expect(offer).toContainText('하나는 둘이다. 셋은 넷이다.')
  })

  await test.step('Escape elsewhere is not meant for what was paid for; what was left by a slip is taken back', async () => {
    await page.getByRole('textbox', { name: words('writing.pane.titleLabel') }).press('Escape')
    await expect(take).toBeVisible()
    await offer.press('Escape')
    await expect(offer).toHaveCount(0)
    await page.getByRole('button', { name: words('editor.edit.takeBack') }).click()
    await expect(offer).toContainText('하나는 둘이다. 셋은 넷이다.')
    await expect(take).toBeVisible()
    await offer.getByRole('button', { name: words('editor.edit.leave') }).click()
    await expect(offer).toHaveCount(0)
  })

  await test.step('a reload in the middle shows the offer again, at its place', async () => {
    const letFollow = await interfere(page, '**/v1/ai/tool/edit/*/events*', (route) => route.abort())
    await fix()
    await expect(offer).toContainText(words('writing.pane.lost'))
    letAnswer()
    letFollow()
    await page.reload()
    await expect(offer.locator('ins')).toHaveText('.')
    await take.click()
    await expect(text.locator('p')).toHaveText(['하나는 둘이다. 셋은 넷이다.', '다섯은 여섯이다.'])
    await page.reload()
    await expect(text).toBeVisible()
    await expect(offer).toHaveCount(0)
  })

  await test.step('T15: a command that is left before it has begun is stopped as soon as it has', async () => {
    const asked = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    await interfere(page, '**/v1/ai/tool/edit', async (route) => {
      asked.resolve()
      await going.promise
      await route.continue()
    })
    await fix()
    await asked.promise
    await offer.getByRole('button', { name: words('editor.edit.leave') }).click()
    await expect(offer).toHaveCount(0)
    const stopped = page.waitForRequest('**/v1/ai/tool/edit/stop')
    going.resolve()
    await stopped
  })
})

test('T02: changes are taken sentence by sentence, a translation can stand below its passage, and a tone is one command', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { content: '하나는  둘이다. 셋은 넷이다. 다섯은 여섯이다' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const choose = async (command: 'text-short' | 'text-formal' | 'text-translate') => {
    await text.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await commands.getByRole('button', { name: words(`editor.edit.command.${command}`) }).click()
  }

  await test.step('by keyboard: one change is left, the other taken', async () => {
    await choose('text-short')
    const boxes = offer.getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    await expectAccessible()
    await boxes.last().focus()
    await page.keyboard.press('Space')
    await expect(boxes.last()).not.toBeChecked()
    await offer.getByRole('button', { name: words('editor.edit.takeSome', { count: 1 }) }).click()
    await expect(text.locator('p')).toHaveCount(1)
    await expect(text).toHaveText('하나는 둘이다. 셋은 넷이다. 다섯은 여섯이다')
    await expect(text).toBeFocused()
  })

  await test.step('a single change needs no choice', async () => {
    await choose('text-formal')
    await expect(offer.locator('ins')).toHaveText('.')
    await expect(offer.getByRole('checkbox')).toHaveCount(0)
    await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(text).toContainText('다섯은 여섯이다.')
  })

  await test.step('a translation names its language first and leaves the passage', async () => {
    await choose('text-translate')
    const asking = page.getByRole('region', { name: words('editor.edit.command.text-translate') })
    await asking.getByRole('combobox').selectOption('German')
    await expectAccessible()
    await asking.getByRole('button', { name: /·/ }).click()
    await offer.getByRole('button', { name: words('editor.edit.below') }).click()
    await expect(text.locator('p')).toHaveCount(2)
    await expect(offer).toHaveCount(0)
    // The passage below is selected when the offer gives the focus back.
    await expect(text).toBeFocused()
  })

  await test.step('a selection of the whole text keeps its paragraphs apart', async () => {
    await page.keyboard.press('ControlOrMeta+a')
    await commands.getByRole('button', { name: words('editor.edit.command.text-translate') }).click()
    const asking = page.getByRole('region', { name: words('editor.edit.command.text-translate') })
    await expect(asking).toContainText('다섯은 여섯이다. German: 하나는 둘이다.')
  })
})

test('a command given in the middle of a composed syllable loses and doubles nothing @ko', async ({
  page,
  context,
  words,
  open,
  signUp,
}) => {
  const id = await makeText(await signUp(), { content: '처음' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offers = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const instruction = page.getByRole('region', { name: words('editor.edit.command.text') })
  const leave = page.getByRole('button', { name: words('editor.edit.leave') })
  const input = await context.newCDPSession(page)
  const compose = (syllable: string) =>
    input.send('Input.imeSetComposition', {
      text: syllable,
      selectionStart: syllable.length,
      selectionEnd: syllable.length,
    })
  const commit = (syllable: string) => input.send('Input.insertText', { text: syllable })
  const lines = text.locator('p')

  await test.step('on the whole text, by mouse: the open syllable stays as it stands', async () => {
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' ')
    for (const syllable of ['ㅇ', '아', '안']) await compose(syllable)
    await page.getByRole('button', { name: words('editor.edit.command.title') }).click()
    await expect(offers.getByRole('listitem').first()).toBeVisible()
    await expect(lines).toHaveText(['처음 안'])
    await leave.click()
    await page.keyboard.press('Control+End')
    for (const syllable of ['ㄴ', '녀', '녕']) await compose(syllable)
    await commit('녕')
    await expect(lines).toHaveText(['처음 안녕'])
  })

  await test.step('on a line with a slash: a syllable behind it keeps the menu away, and Enter is the syllable’s', async () => {
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await expect(commands).toBeVisible()
    await compose('ㄱ')
    await expect(commands).toBeHidden()
    await compose('가')
    await commit('가')
    await expect(lines).toHaveText(['처음 안녕', '/가'])
    await page.keyboard.press('Backspace')
    await expect(commands).toBeVisible()
    // The instruction itself is composed: it arrives whole, once.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const field = instruction.getByRole('textbox')
    await field.click()
    for (const syllable of ['ㅆ', '써', '쓰']) await compose(syllable)
    await commit('쓰')
    await compose('ㄱ')
    await compose('기')
    await instruction.getByRole('button', { name: /·/ }).click()
    await page.getByRole('button', { name: words('editor.edit.insert') }).click()
    await expect(lines.filter({ hasText: '쓰기' })).toHaveCount(1)
    await expect(lines.filter({ hasText: '쓰기기' })).toHaveCount(0)
    await expect(lines.first()).toHaveText('처음 안녕')
    await expect(text).not.toContainText('/')
  })

  await test.step('on a selection: taking the change while nothing is composed any more replaces it once', async () => {
    await lines.first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await commands.getByRole('button', { name: words('editor.edit.command.text-fix') }).click()
    await page.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(lines.first()).toHaveText('처음 안녕.')
    await compose('ㅎ')
    await compose('하')
    await commit('하')
    await expect(text).toContainText('하')
  })
})

test('a link is created, opened, changed and removed, by keys and on a phone, and leads to the web and to mailboxes only @ko', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const id = await makeText(await signUp(), { content: '하나는 둘이다.\n\n다섯은 여섯이다.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const form = page.getByRole('region', { name: words('editor.link.name') })
  const address = form.getByRole('textbox', { name: words('editor.link.address') })
  const menu = page.getByRole('toolbar', { name: words('editor.link.name'), exact: true })
  const links = text.locator('a')

  await test.step('by keys: what is selected leads where one says, and nowhere else', async () => {
    await text.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    // The editor receives a new selection a moment after the key.
    await expect(page.getByRole('toolbar', { name: words('editor.edit.label') })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(address).toBeFocused()
    await expect(form).toContainText('하나는 둘이다.')
    await address.fill('javascript:alert(1)')
    await address.press('Enter')
    await expect(form).toContainText(words('editor.link.invalid'))
    await expectAccessible()
    await address.fill('example.com/길')
    await address.press('Enter')
    await expect(form).toHaveCount(0)
    await expect(links).toHaveText(['하나는 둘이다.'])
    await expect(links).toHaveAttribute('href', 'https://example.com/%EA%B8%B8')
  })

  await test.step('on a phone: a touch on it shows where it leads; it is changed, and Escape changes nothing', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await links.first().click()
    const target = menu.getByRole('link', { name: /example\.com\/길/ })
    await expect(target).toHaveAttribute('href', 'https://example.com/%EA%B8%B8')
    await expect(target).toHaveAttribute('target', '_blank')
    await expectAccessible()
    await menu.getByRole('button', { name: words('editor.link.change') }).click()
    await expect(address).toHaveValue('https://example.com/%EA%B8%B8')
    await address.fill('x')
    await address.press('Escape')
    await expect(form).toHaveCount(0)
    await menu.getByRole('button', { name: words('editor.link.change') }).click()
    await address.fill('hello@example.com')
    await form.getByRole('button', { name: words('editor.link.save') }).click()
    await expect(links).toHaveAttribute('href', 'mailto:hello@example.com')
  })

  await test.step('where nothing is selected the address itself is put in, and what is typed behind it is no part of it', async () => {
    await text.locator('p').last().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    await page.getByRole('button', { name: words('editor.link.name'), exact: true }).click()
    await address.fill('www.example.com')
    await address.press('Enter')
    await page.keyboard.type(' 끝')
    await expect(links.last()).toHaveText('example.com')
    await expect(text.locator('p').last()).toHaveText('다섯은 여섯이다. example.com 끝')
  })

  await test.step('it is removed, and all of it is kept', async () => {
    await links.first().click()
    await menu.getByRole('button', { name: words('editor.link.remove') }).click()
    await expect(links).toHaveText(['example.com'])
    const save = page.getByRole('button', { name: words('writing.save.action'), exact: true })
    await save.click()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    await expect(links).toHaveAttribute('href', 'https://www.example.com/')
    await expect(text.locator('p').first()).toHaveText('하나는 둘이다.')
  })
})
