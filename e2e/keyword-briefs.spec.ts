// From a keyword to a brief of its first results, and on to an article that is scored for it. Sample pages, as a machine
// without Naver's keys has them.
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from './journey.ts'

test('K14, K13: a member sees what others cover, chooses what to answer, writes from it, follows the score and exports the text', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const keyword = language === 'ko' ? '홈 카페' : 'home cafe'
  await signUp()
  await open('/tool/keyword')
  await page.getByRole('combobox', { name: words('keywords.form.label') }).fill(keyword)
  await page.keyboard.press('Enter')
  const brief = page.getByRole('region', { name: words('keywordbrief.title') })
  const groupOf = (name: string) => brief.getByRole('group', { name: words(`keywordbrief.${name}`) })
  let chosen: string[] = []

  await test.step('its price is on the button, and the brief says what it is', async () => {
    await page.getByRole('button', { name: words('keywords.write.byBrief', { tokens: 1000 }) }).click()
    await expect(brief).toBeFocused()
    await expect(brief).toContainText(words('keywords.sample'))
    await expect(brief).toContainText(words('keywordbrief.readValue', { count: 9, total: 10 }))
    for (const median of ['length', 'pictures', 'age'])
      await expect(brief.getByText(words(`keywordbrief.${median}`), { exact: true })).toBeVisible()
    await expect(brief).toContainText(words('keywordbrief.dated', { count: 9, total: 9 }))
    await expect(page.getByRole('banner')).toContainText('98,000')
    await expectAccessible()
  })

  await test.step('each page has its figures and headings, or the reason why it was not read', async () => {
    await brief.getByText(words('keywordbrief.pages')).click()
    const pages = brief.locator('ol > li')
    await expect(pages).toHaveCount(10)
    await pages.first().locator('summary').click()
    await expect(pages.first().locator('li').first()).toBeVisible()
    await expect(pages.last()).toContainText(
      words('keywordbrief.notRead', { reason: words('errors.link_robots') }),
    )
    await expectAccessible()
  })

  await test.step('it opens again with its report, for nothing', async () => {
    await page.reload()
    await expect(groupOf('topics').getByRole('checkbox').first()).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('98,000')
    await page.getByRole('button', { name: words('keywords.write.byBriefFree'), exact: true }).click()
    await expect(brief).toBeFocused()
    await expect(page.getByRole('banner')).toContainText('98,000')
  })

  await test.step('topics, questions and a title are chosen by keyboard', async () => {
    const topic = groupOf('topics').getByRole('checkbox').first()
    await expect(topic).toBeChecked()
    await topic.press('Space')
    await expect(topic).not.toBeChecked()
    await expect(topic).toBeFocused()
    await groupOf('titles').getByRole('radio').nth(1).check()
    const questions = groupOf('questions').getByRole('checkbox')
    await expect(questions.nth(3)).not.toBeChecked()
    await questions.nth(3).check()
    chosen = await groupOf('questions')
      .locator('label')
      .filter({ has: page.locator('input:checked') })
      .locator('> span')
      .evaluateAll((names) => names.map((name) => name.firstChild?.textContent ?? ''))
    expect(chosen).toHaveLength(4)
  })

  await test.step('the form is filled in with them, and stays editable', async () => {
    await brief.getByRole('link', { name: words('keywordbrief.write') }).click()
    await expect(page.locator('textarea[name="topic"]')).toHaveValue(new RegExp(`^${keyword}`))
    await expect(page.locator('input[name="keywords"]')).toHaveValue(new RegExp(`^${keyword}, `))
    await expect(page.locator('input[name="length"]')).toHaveValue(/^\d{3,4}$/)
    await expect(page.locator('textarea[name="instructions"]')).toHaveValue(
      new RegExp(`^${words('keywordbrief.order')}\n- `),
    )
    const questions = page.locator('textarea[name="reader_questions"]')
    await expect(questions).toHaveValue(chosen.join('\n'))
    await questions.fill(chosen.slice(1, 3).join('\n'))
    await page.reload()
    await expect(questions).toHaveValue(chosen.slice(1, 3).join('\n'))
    await expectAccessible()
  })

  await test.step('below the text the score has the questions, and one press answers the open ones', async () => {
    await page
      .getByRole('button', { name: words('tools.form.write', { tokens: 0 }).split('·')[0]!.trim() })
      .first()
      .click()
    const score = page
      .locator('details')
      .filter({ has: page.locator('summary', { hasText: words('score.title') }) })
    const check = score.getByRole('listitem').filter({ hasText: words('score.checks.questions') })
    await expect(check).toBeVisible()
    await expect(score).toContainText(chosen[1]!)
    await check.getByRole('button', { name: words('score.checks.questions') }).click()
    const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
    await offer.getByRole('button', { name: words('editor.edit.insert') }).click()
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await expect(text).toBeFocused()
    await text.press('Control+End')
    await page.keyboard.type(` ${chosen.slice(1, 3).join(' ')}`)
    await expect(check).toHaveAttribute('data-met')
    await expect(check.getByRole('button')).toHaveCount(0)
  })

  await test.step('the finished text is exported, with the questions that it answers', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
    await page.getByRole('button', { name: words('editor.export.kind.docx'), exact: true }).click()
    const files = unzipSync(await readFile(await (await download).path()))
    const document = strFromU8(files['word/document.xml']!)
    for (const question of chosen.slice(1, 3)) expect(document).toContain(question)
  })
})
