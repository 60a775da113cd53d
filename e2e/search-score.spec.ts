// The search score of an article: it follows the typing, and each missing point has a command.
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

test('K13: an article is scored for its keywords while it is edited, and a missing point is mended by a command', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const [main, related] = language === 'ko' ? ['동네 도서관', '열람실'] : ['local library', 'reading room']
  const id = await makeText(await signUp(), {
    language: language === 'ko' ? 'Korean' : 'English',
    title: 'T',
    content:
      language === 'ko'
        ? '토요일에는 늦게 연다.\n\n## 가는 길\n\n버스로 간다.'
        : 'It opens late on Saturdays.\n\n## How to get there\n\nTake the bus.',
    request: { topic: main, keywords: `${main}, ${related}` },
  })
  await open(`/tool/use?tool=article&id=${id}`)
  const score = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: words('score.title') }) })
  const check = (name: string) =>
    score.getByRole('listitem').filter({ hasText: words(`score.checks.${name}`, { count: 40 }) })
  const points = (count: number) => score.getByText(words('score.points', { points: count }))
  // The title is short enough, and so are paragraphs and sentences.
  await expect(points(14)).toBeVisible()
  await expect(score).toContainText(words('score.missing', { keywords: related! }))
  await expectAccessible()
  await test.step('it follows the typing', async () => {
    await page.getByRole('textbox', { name: words('writing.pane.titleLabel') }).fill(`${main} T`)
    await expect(points(33)).toBeVisible()
    await expect(check('title')).toHaveAttribute('data-met')
    await expect(check('title').getByRole('button')).toHaveCount(0)
  })

  await test.step('a press asks for the missing point, and the text changes when its suggestion is taken', async () => {
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    const count = await text.locator('p').count()
    await check('length')
      .getByRole('button', { name: words('score.checks.length') })
      .click()
    const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
    await expect(offer.getByRole('button', { name: words('editor.edit.insert') })).toBeVisible()
    await expect(check('heading').getByRole('button')).toBeDisabled()
    await offer.getByRole('button', { name: words('editor.edit.insert') }).click()
    await expect.poll(() => text.locator('p').count()).toBeGreaterThan(count)
    await expect(text).toBeFocused()
  })

  await test.step('other keywords give another score, and none gives none', async () => {
    const field = score.getByRole('textbox', { name: words('score.keywords') })
    await field.fill('')
    await expect(score.getByRole('listitem')).toHaveCount(0)
    await field.fill(language === 'ko' ? '가는 길' : 'get there')
    await expect(check('heading')).toHaveAttribute('data-met')
  })

  await test.step('a text without headings gets them by a press', async () => {
    await page.getByRole('textbox', { name: words('writing.pane.textLabel') }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Words.')
    for (const name of ['heading', 'headings', 'repetition'])
      await expect(check(name).getByRole('button')).toBeEnabled()
    await check('headings').getByRole('button').click()
    const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
    await offer.getByRole('button', { name: words('editor.edit.leave') }).click()
    await expect(page.getByRole('textbox', { name: words('writing.pane.textLabel') })).toHaveText('Words.')
  })
})
