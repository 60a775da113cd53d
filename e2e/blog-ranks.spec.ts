// The rank of a member's blog for a saved keyword: its address, a check at once, and the history.
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

test('K17, K18: a member saves a keyword, names a blog, checks its rank, and sees position and history', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const keyword = language === 'ko' ? '텃밭 가꾸기' : 'kitchen garden'
  const name = await signUp()

  await test.step('the keyword is saved from its report', async () => {
    await open('/tool/keyword')
    await page.getByRole('combobox', { name: words('keywords.form.label') }).fill(keyword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: keyword })).toBeVisible()
    await page.getByRole('button', { name: words('savedkeywords.save') }).click()
    await expect(
      page.getByRole('button', { name: words('savedkeywords.saved'), exact: true }),
    ).toHaveAttribute('aria-pressed', 'true')
    await page
      .getByRole('link', { name: words('keywords.savedLink') })
      .first()
      .click()
  })
  await test.step('the field suggests it by its beginning, and the keyboard takes it', async () => {
    await open('/tool/keyword')
    const box = page.getByRole('combobox', { name: words('keywords.form.label') })
    await box.pressSequentially(Array.from(keyword)[0]!)
    const options = page.getByRole('listbox', { name: words('keywords.suggest.label') }).getByRole('option')
    await expect(options.first()).toContainText(keyword)
    await expect(options.first()).toContainText(words('keywords.suggest.saved'))
    await expect(options.nth(1)).toContainText(words('keywords.suggest.related'))
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible()
    await box.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await box.press('Enter')
    await expect(box).toHaveValue(keyword)
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('heading', { level: 2, name: keyword, exact: true })).toBeHidden()
    await box.fill(`${keyword.slice(0, 2)}`)
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.press('Escape')
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await expect(box).toHaveValue(keyword.slice(0, 2))
    await page
      .getByRole('link', { name: words('keywords.savedLink') })
      .first()
      .click()
  })
  const line = page.getByRole('list', { name: words('savedkeywords.list') }).getByRole('listitem')
  const field = line.getByRole('textbox', { name: words('keywordrank.field') })
  const summary = line.locator('summary').first()
  const save = line.getByRole('button', { name: words('keywordrank.save') })

  await test.step('what is no address is refused at its field', async () => {
    await expect(summary).toHaveText(words('savedkeywords.rank'))
    await summary.click()
    await field.fill('blog.naver.com')
    await field.press('Enter')
    await expect(line).toContainText(words('keywordrank.bad'))
    await expect(field).toBeFocused()
    await expectAccessible()
  })

  await test.step('an address stays, as it is compared, and is checked at once', async () => {
    await field.fill('https://www.Example.com/blog-1/')
    await save.click()
    await expect(field).toHaveValue('example.com/blog-1')
    await expect(line).toContainText(words('keywordrank.unchecked'))
    const check = line.getByRole('button', { name: words('keywordrank.check') })
    await check.click()
    const post = line.getByRole('link', { name: keyword })
    await expect(post.last()).toHaveAttribute('href', 'https://example.com/blog-1/1')
    await expect(check).toBeFocused()
    await expect(summary).toContainText(/\d/)
  })

  await test.step('its days are a line with a table, and the list names the last position', async () => {
    await runSql(
      `insert into public.keyword_rank (saved_id, day, blog, position, checked_at)
       select k.id, private.korean_day() - n, k.blog, case when n = 2 then null else 10 * n end, now() - make_interval(days => n)
       from public.saved_keyword k join public."user" u on u.id = k.user_id, generate_series(1, 3) n where u.nickname = $1`,
      [name],
    )
    await page.reload()
    await expect(summary).toContainText(/\d/)
    await summary.press('Enter')
    const history = line.getByRole('figure', { name: words('keywordrank.historyOf', { keyword }) })
    await expect(history.locator('polyline, circle')).toHaveCount(2)
    await history.getByText(words('keywordrank.table')).click()
    await expect(history.getByRole('row')).toHaveCount(5)
    await expect(history.getByRole('row').nth(3)).toContainText(words('keywordrank.none'))
    await expect(history.getByRole('row').nth(4)).toContainText(
      words('keywordrank.position', { position: 30 }),
    )
    await expectAccessible()
  })

  await test.step('without an address nothing is looked for', async () => {
    await field.fill('')
    await save.click()
    await expect(summary).toHaveText(words('savedkeywords.rank'))
    await expect(line.getByRole('button', { name: words('keywordrank.check') })).toBeHidden()
    await page.reload()
    await expect(summary).toHaveText(words('savedkeywords.rank'))
  })
})
