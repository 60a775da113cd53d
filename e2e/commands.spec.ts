import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

async function makeText(nickname: string, content: string): Promise<number> {
  const [row] = await runSql(
    `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, saved_at)
     select id, 'article', 'done', '{}', 'Korean', 'demo', 'T', $2, now() from public."user" where nickname = $1 returning id`,
    [nickname, content],
  )
  return Number(row!.id)
}

test('a command goes on when its line is lost and when the page is loaded again, and lands where it was asked for @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const id = await makeText(await signUp(), '하나는 둘이다. 셋은 넷이다\n\n다섯은 여섯이다.')
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const take = offer.getByRole('button', { name: words('editor.edit.take') })
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
    await page.keyboard.press('Escape')
    await expect(offer).toHaveCount(0)
  })

  await test.step('a reload in the middle shows the offer again, at its place', async () => {
    const letFollow = await interfere(page, '**/v1/ai/tool/edit/*/events*', (route) => route.abort())
    await fix()
    await expect(offer).toContainText(words('writing.pane.lost'))
    letAnswer()
    letFollow()
    await page.reload()
    await expect(offer.locator('del')).toHaveText('하나는 둘이다. 셋은 넷이다')
    await take.click()
    await expect(text.locator('p')).toHaveText(['하나는 둘이다. 셋은 넷이다.', '다섯은 여섯이다.'])
    await page.reload()
    await expect(text).toBeVisible()
    await expect(offer).toHaveCount(0)
  })
})

test('a command given in the middle of a composed syllable loses and doubles nothing @ko', async ({
  page,
  context,
  words,
  open,
  signUp,
}) => {
  const id = await makeText(await signUp(), '처음')
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offers = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  const wish = page.getByRole('region', { name: words('editor.edit.command.text') })
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
    // The wish itself is composed: it arrives whole, once.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const field = wish.getByRole('textbox')
    await field.click()
    for (const syllable of ['ㅆ', '써', '쓰']) await compose(syllable)
    await commit('쓰')
    await compose('ㄱ')
    await compose('기')
    await wish.getByRole('button', { name: /·/ }).click()
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
    await page.getByRole('button', { name: words('editor.edit.take') }).click()
    await expect(lines.first()).toHaveText('처음 안녕.')
    await compose('ㅎ')
    await compose('하')
    await commit('하')
    await expect(text).toContainText('하')
  })
})
