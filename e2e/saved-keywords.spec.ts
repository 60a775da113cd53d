// Saved keywords: from a report into the list, compared, noted, put into lists, removed with undo, and downloaded.
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

test('K15: a member saves keywords from their reports, compares them, notes something down, puts them into lists, and takes them along as files', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const [first, second] = language === 'ko' ? ['홈 카페', '핸드드립'] : ['home cafe', 'hand drip']
  const name = await signUp()
  const list = page.getByRole('list', { name: words('savedkeywords.list') })
  const lists = page.getByRole('navigation', { name: words('keywordlists.lists') })
  const line = (keyword: string) => list.getByRole('listitem').filter({ hasText: keyword })

  await test.step('without a keyword the page leads to research', async () => {
    await open('/tool/keyword/saved')
    await expect(page.getByText(words('savedkeywords.empty'))).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: words('savedkeywords.emptyAction') }).click()
  })

  await test.step('a report saves its keyword, and takes it back', async () => {
    for (const keyword of [first, second]) {
      await page.getByRole('combobox', { name: words('keywords.form.label') }).fill(keyword!)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: keyword! })).toBeVisible()
      await page.getByRole('button', { name: words('savedkeywords.save') }).click()
      const saved = page.getByRole('button', { name: words('savedkeywords.saved'), exact: true })
      await expect(saved).toHaveAttribute('aria-pressed', 'true')
      await expect(saved).toBeFocused()
    }
    await page.getByRole('button', { name: words('savedkeywords.saved'), exact: true }).click()
    const save = page.getByRole('button', { name: words('savedkeywords.save'), exact: true })
    await expect(save).toHaveAttribute('aria-pressed', 'false')
    await save.click()
    // The message of the first keyword may still be there.
    await expect(
      page.getByRole('button', { name: words('savedkeywords.saved'), exact: true }),
    ).toHaveAttribute('aria-pressed', 'true')
    await page
      .getByRole('link', { name: words('keywords.savedLink') })
      .first()
      .click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('figures that changed since then show the change, and chosen ones are side by side', async () => {
    await runSql(
      `update public.saved_keyword k set last_figures = first_figures || '{"pc_searches": {"count": 1000, "less_than": false}, "mobile_searches": {"count": 500, "less_than": false}}',
         first_figures = first_figures || '{"pc_searches": {"count": 500, "less_than": false}, "mobile_searches": {"count": 500, "less_than": false}}'
       from public."user" u where u.id = k.user_id and u.nickname = $1 and k.keyword = $2`,
      [name, first],
    )
    await page.reload()
    await expect(line(first!)).toContainText(
      words('savedkeywords.changed', { sign: '+', count: 500, percent: 50 }),
    )
    await expect(line(second!)).toContainText(words('savedkeywords.same'))
    for (const keyword of [first, second])
      await page
        .getByRole('checkbox', { name: words('savedkeywords.compareLabel', { keyword: keyword! }) })
        .check()
    const table = page.getByRole('region', { name: words('savedkeywords.compare') })
    await expect(table.getByRole('row')).toHaveCount(3)
    await expect(table.getByRole('row', { name: new RegExp(first!) })).toContainText('1,500')
    await expectAccessible()
  })

  await test.step('the weeks show their change in words and numbers, with a chart that has them as text', async () => {
    await expect(line(second!)).toContainText(words('savedkeywords.weekFirst'))
    await runSql(
      `insert into public.saved_keyword_week (saved_id, week, searches, less_than, read_at)
       select k.id, w.week - 7 * n, w.searches * 2, false, now() - make_interval(weeks => n)
       from public.saved_keyword k join public."user" u on u.id = k.user_id
       join public.saved_keyword_week w on w.saved_id = k.id, generate_series(1, 3) n
       where u.nickname = $1 and k.keyword = $2`,
      [name, first],
    )
    await page.reload()
    await expect(line(first!)).toContainText('▼')
    await expect(line(first!)).toContainText('50%')
    const chart = line(first!).getByRole('img', {
      name: words('savedkeywords.weeks', { keyword: first! }),
    })
    await expect(chart).toBeVisible()
    expect((await chart.getAttribute('aria-label'))!.split(/\d, /).length).toBeGreaterThanOrEqual(4)
    await expectAccessible()
  })

  await test.step('a note stays, and too long a one is refused at its field', async () => {
    await line(first!).locator('summary').last().click()
    const field = page.getByRole('textbox', {
      name: words('savedkeywords.noteLabel', { keyword: first! }),
    })
    await field.fill('x'.repeat(501))
    const save = line(first!).getByRole('button', { name: words('savedkeywords.noteSave') })
    await save.click()
    await expect(line(first!)).toContainText(words('errors.field.too_long', { count: 500 }))
    await expect(field).toBeFocused()
    await field.fill('=1+1 가을')
    await save.click()
    await expect(line(first!).locator('summary').last()).toBeFocused()
    await page.reload()
    await expect(line(first!).locator('summary').last()).toHaveText('=1+1 가을')
  })

  await test.step('a keyword goes into a new list, and the list has a page of its own', async () => {
    const put = line(first!).getByRole('button', { name: words('savedkeywords.put') })
    await put.click()
    const dialog = page.getByRole('dialog', { name: words('keywordlists.moveTitle') })
    const field = dialog.getByRole('textbox', { name: words('keywordlists.name') })
    const save = dialog.getByRole('button', { name: words('keywordlists.save') })
    await save.click()
    await expect(dialog).toContainText(words('keywordlists.nameEmpty'))
    await expect(field).toBeFocused()
    await field.fill('x'.repeat(31))
    await field.press('Enter')
    await expect(dialog).toContainText(words('errors.field.too_long', { count: 30 }))
    await expectAccessible()
    await field.fill('  Winter   cafe ')
    await field.press('Enter')
    await expect(dialog).toBeHidden()
    const moved = line(first!).getByRole('button', {
      name: words('savedkeywords.inList', { list: 'Winter cafe' }),
    })
    await expect(moved).toBeFocused()
    await lists.getByRole('link', { name: 'Winter cafe 1' }).click()
    await expect(page).toHaveURL(/\?list=Winter\+cafe$/)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(line(first!)).toBeVisible()
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible()
  })

  await test.step('several chosen ones go into a list together, and leave it one by one', async () => {
    await lists.getByRole('link', { name: words('keywordlists.all') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    for (const keyword of [first, second])
      await page
        .getByRole('checkbox', { name: words('savedkeywords.compareLabel', { keyword: keyword! }) })
        .check()
    await page.getByRole('button', { name: words('savedkeywords.putMany', { count: 2 }) }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('combobox', { name: words('keywordlists.field') })
    await field.selectOption('Winter cafe')
    await dialog.getByRole('button', { name: words('keywordlists.save') }).click()
    const winter = lists.getByRole('link', { name: 'Winter cafe 2' })
    await winter.click()
    await expect(winter).toHaveAttribute('aria-current', 'page')
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await line(second!)
      .getByRole('button', { name: words('savedkeywords.inList', { list: 'Winter cafe' }) })
      .click()
    await field.selectOption(words('keywordlists.none'))
    await dialog.getByRole('button', { name: words('keywordlists.save') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(lists.getByRole('link', { name: 'Winter cafe 1' })).toBeVisible()
  })

  await test.step('a list gets another name, and its file has its keywords alone', async () => {
    const rename = page.getByRole('button', { name: words('keywordlists.rename') })
    await rename.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: words('keywordlists.name') }).fill('Spring cafe')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?list=Spring\+cafe$/)
    await expect(rename).toBeFocused()
    await expect(line(first!)).toContainText('Spring cafe')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words('savedkeywords.csv') }).click(),
    ])
    const csv = readFileSync(await file.path(), 'utf8')
    expect(csv).toContain('Spring cafe')
    expect(csv).not.toContain(second)
  })

  await test.step('a deleted list leaves its keywords, and comes back with them', async () => {
    await page.getByRole('button', { name: words('keywordlists.delete') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(lists).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('button', { name: words('keywordlists.undo') }).click()
    await expect(page).toHaveURL(/\?list=Spring\+cafe$/)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await open('/tool/keyword/saved')
  })

  await test.step('all of them come as CSV and for Excel, and no cell is a formula', async () => {
    const download = async (label: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words(label) }).click(),
      ])
      return readFileSync(await file.path())
    }
    const csv = (await download('savedkeywords.csv')).toString('utf8')
    expect(csv.startsWith(`\uFEFF${words('savedkeywords.keyword')},`)).toBe(true)
    expect(csv).toContain(`${first},1500,1000,500,`)
    expect(csv).toContain("'=1+1 가을")
    const parts = unzipSync(await download('savedkeywords.excel'))
    const text = Object.values(parts)
      .map((part) => new TextDecoder().decode(part))
      .join('')
    expect(text).toContain('=1+1 가을')
    expect(text).not.toContain('<f>')
  })

  await test.step('a removed keyword comes back', async () => {
    await page.getByRole('button', { name: words('savedkeywords.remove', { keyword: first! }) }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: words('savedkeywords.undo') }).click()
    await expect(line(first!)).toContainText('=1+1 가을')
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('the twenty-first keyword cannot be compared until one of twenty is let go', async () => {
    await runSql(
      `insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at)
       select k.user_id, 'more ' || n, 'MORE' || n, k.is_sample, k.first_figures, now(), k.last_figures, now()
       from public.saved_keyword k join public."user" u on u.id = k.user_id, generate_series(1, 19) n
       where u.nickname = $1 and k.keyword = $2`,
      [name, first],
    )
    await page.reload()
    const boxes = list.getByRole('checkbox')
    await expect(boxes).toHaveCount(21)
    for (const box of (await boxes.all()).slice(0, 20)) await box.check()
    await expect(boxes.last()).toBeDisabled()
    await expect(page.getByRole('status')).toContainText([
      words('savedkeywords.compareCount', { count: 20, max: 20 }),
    ])
    const table = page.getByRole('region', { name: words('savedkeywords.compare') })
    await expect(table.getByRole('row')).toHaveCount(21)
    await boxes.first().uncheck()
    await expect(boxes.last()).toBeEnabled()
  })

  await test.step('K16: the alarm about a changed week leads to the saved keywords', async () => {
    await runSql(
      `insert into public.user_alarm (user_id, kind, source_id, data)
       select id, 'keyword_changed', '2026-11-16', jsonb_build_object('count', 2, 'title', $2::text)
       from public."user" where nickname = $1`,
      [name, first],
    )
    await open('/my/alarm')
    await page.getByText(words('alarms.kind.keyword_changed.textMore', { keyword: first!, count: 1 })).click()
    await expect(page).toHaveURL(/\/tool\/keyword\/saved$/)
  })
})
