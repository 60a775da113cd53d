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
