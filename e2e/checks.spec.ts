// Checks of a text by AI: spelling and facts.
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('the spelling of a whole text is checked: its price first, then each change to take or leave', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const [wrong, right] =
    language === 'ko'
      ? [
          ['토요일에는 갈수있어요.', '이제 다 됬어요.'],
          ['토요일에는 갈 수 있어요.', '이제 다 됐어요.'],
        ]
      : [
          ['You can recieve it on Saturday.', 'It is definately open.'],
          ['You can receive it on Saturday.', 'It is definitely open.'],
        ]
  const id = await makeText(await signUp(), {
    language: language === 'ko' ? 'Korean' : 'English',
    content: `## A\n\n${wrong[0]}\n\n![b](/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png#8x6)\n\n${wrong[1]}`,
  })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const command = page.getByRole('button', { name: words('editor.edit.command.text-fix') })
  const offer = page.getByRole('region', {
    name: words('editor.edit.offer', { command: words('editor.edit.command.text-fix') }),
  })
  await expect(command).toContainText(language === 'ko' ? '토큰' : 'tokens')
  await command.click()
  const changes = offer.getByRole('checkbox')
  await expect(changes).toHaveCount(2)
  await expectAccessible()
  await changes.nth(1).uncheck()
  await offer.getByRole('button', { name: words('editor.edit.takeSome', { count: 1 }) }).click()
  await expect(text.locator('p').first()).toHaveText(right[0]!)
  await expect(text).toContainText(wrong[1]!)
  await expect(text.getByRole('heading', { name: 'A' })).toBeVisible()
  await expect(text.locator('img')).toHaveCount(1)
  await expect(text).toBeFocused()

  await test.step('again, all; then there is nothing to correct', async () => {
    await command.click()
    await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(text).toContainText(right[1]!)
    await command.click()
    await expect(offer).toContainText(words('editor.edit.changes.nothing'))
    await expectAccessible()
    await offer.press('Escape')
    await expect(offer).toHaveCount(0)
  })
})

test('the facts of a passage are checked with sources, and a press corrects a sentence with its citation', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const sentences =
    language === 'ko'
      ? ['도서관은 아침에 문을 연다.', '정원은 누구에게나 열려 있다.', '주차장은 없다.']
      : ['The library opens in the morning.', 'Its garden is open to all.', 'There is no car park.']
  const id = await makeText(await signUp(), {
    language: language === 'ko' ? 'Korean' : 'English',
    content: sentences.join(' '),
  })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const name = words('editor.edit.command.text-facts')
  const command = page
    .getByRole('toolbar', { name: words('editor.edit.label') })
    .getByRole('button', { name })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: name }) })
  const claims = offer.getByRole('list', { name: words('factcheck.label') }).getByRole('listitem')
  await text.click()
  await page.keyboard.press('Control+a')
  await expect(command).toContainText(language === 'ko' ? '토큰' : 'tokens')
  await command.click()
  await expect(claims).toHaveText([
    new RegExp(words('factcheck.verdict.contradicted')),
    new RegExp(words('factcheck.verdict.supported')),
    new RegExp(words('factcheck.verdict.not_found')),
  ])
  await expect(offer).toContainText(words('factcheck.sample'))
  await expect(claims.nth(1).getByRole('link')).toHaveAttribute('href', /^https:\/\/example\.com\/sample-/)
  await expect(claims.nth(1).locator('blockquote')).not.toBeEmpty()
  const take = offer.getByRole('button', { name: words('editor.edit.take'), exact: true })
  await expect(take).toHaveCount(0)
  await expectAccessible()

  const correct = claims.first().getByRole('button', { name: words('factcheck.correct') })
  await correct.click()
  await expect(correct).toBeFocused()
  await expect(offer.locator('ins').first()).toBeVisible()
  await expectAccessible()
  await expect(text).toHaveText(sentences.join(' '))
  await take.click()
  await expect(text.getByRole('link', { name: '(example.com)' })).toBeVisible()
  await expect(text).toContainText(sentences[2]!)
  await expect(text).toBeFocused()
})
