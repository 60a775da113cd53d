// Keyword research with sample figures, as a machine without Naver's keys has them.
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Locator } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

test('K01-K07, K10, K11, K12, M18: a visitor looks, a member analyses, pays once, compares and takes the related keywords along', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const keyword = language === 'ko' ? '홈 카페' : 'home cafe'
  const other = language === 'ko' ? '핸드드립' : 'hand drip'
  let member = ''
  const field = page.getByRole('combobox', { name: words('keywords.form.label') })

  await test.step('a visitor sees an example, and what was typed goes along to the sign-in', async () => {
    await open('/tool/keyword')
    await expect(page.getByText(words('keywords.example.note'))).toBeVisible()
    await page.getByRole('button', { name: words('keywords.form.signIn') }).click()
    await expect(page.getByText(words('errors.enter_keyword'))).toBeVisible()
    await field.fill(keyword)
    await page.getByRole('button', { name: words('keywords.form.signIn') }).click()
    await page.waitForURL((url) => (url.searchParams.get('redirect') ?? '').includes('/tool/keyword'))
  })

  await test.step('K11: a trend asks a visitor to sign in; a member reads it for nothing, without an analysis', async () => {
    await open('/tool/keyword')
    await expect(page.getByText(words('keywords.trend.signIn'))).toBeVisible()
    await field.fill(keyword)
    await page.getByRole('button', { name: words('keywords.trend.alone') }).click()
    await page.waitForURL(
      (url) => url.pathname.endsWith('/sign/in') && url.searchParams.get('view') === 'trend',
    )
    member = await signUp()
    await open(`/tool/keyword?${new URLSearchParams({ keyword: other })}`)
    await page.getByRole('button', { name: words('keywords.trend.alone') }).click()
    await expect(page.getByRole('heading', { level: 2, name: other })).toBeVisible()
    await expect(page.locator('figure polyline')).toHaveCount(1)
    await expect(page).toHaveURL(/view=trend/)
    await page.reload()
    await expect(page.locator('figure polyline')).toHaveCount(1)
    await expect(page.getByText(words('keywords.sampleNote'))).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('100,000')
  })

  await test.step('short keywords are refused beside the field', async () => {
    await open('/tool/keyword')
    await field.fill(keyword[0]!)
    await page.getByRole('button', { name: words('keywords.form.submit', { tokens: 1000 }) }).click()
    await expect(page.getByText(words('errors.keyword_too_short', { count: 2 }))).toBeVisible()
  })

  await test.step('an analysis says what it is, what it cost, and until when it stays open', async () => {
    await field.fill(keyword)
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: keyword })).toBeVisible()
    await expect(page.getByText(words('keywords.sampleNote'))).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('99,000')
    const figures = page.getByRole('region', { name: words('keywords.figures.title') })
    // Every figure of K02 and K05 with a number of its own, competition and flags (K03) with a word.
    for (const name of ['total', 'pc', 'mobile', 'adCount', 'clicks', 'clickRate', 'blogs', 'webs'])
      await expect(valueOf(figures, words(`keywords.figures.${name}`))).toHaveText(/\d/)
    await expect(valueOf(figures, words('keywords.figures.competition'))).toHaveText(
      new RegExp(['low', 'middle', 'high'].map((level) => words(`keywords.figures.${level}`)).join('|')),
    )
    await expect(valueOf(figures, words('keywords.flags.title'))).toHaveText(words('keywords.flags.none'))
    const estimates = page.getByRole('region', { name: words('keywords.estimates.title') }).getByRole('row')
    await expect(estimates).toHaveCount(7)
    const columns = ['bid', 'impressions', 'clicks', 'clickRate', 'costPerClick', 'cost']
    await expect(estimates.first().getByRole('columnheader')).toHaveText(
      columns.map((name) => words(`keywords.estimates.${name}`)),
    )
    await expect(estimates.last().getByRole('cell')).toHaveText(columns.slice(1).map(() => /\d/))
    await expect(page.getByText(words('keywords.contents.blogs')).first()).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.locator('a[rel*=noopener]') })).toHaveCount(20)
  })

  await test.step('its trend is beside it, and another keyword can be laid over it', async () => {
    const lines = page.locator('figure polyline')
    await expect(lines).toHaveCount(1)
    await page.getByLabel(words('keywords.trend.add')).last().fill(other)
    await page.getByRole('button', { name: words('keywords.trend.compare') }).click()
    await expect(lines).toHaveCount(2)
    await expectAccessible()
  })

  await test.step('the related keywords come as a workbook', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words('keywords.related.excel') }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${keyword}.xlsx`)
    const parts = unzipSync(readFileSync(await download.path()))
    const text = Object.values(parts)
      .map((part) => new TextDecoder().decode(part))
      .join('')
    expect(text).toContain(words('keywords.figures.total'))
    expect(text).toContain(`${keyword} `)
  })

  await test.step('the address opens it again for nothing, and the ledger names it', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: keyword })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('99,000')
    await open('/usage/history')
    await page.getByRole('link', { name: keyword }).click()
    await expect(page.getByRole('heading', { level: 2, name: keyword })).toBeVisible()
  })

  await test.step('K12, T05: without its brief it leads on to a text about it for nothing, with the related keywords along; what is changed there survives a reload', async () => {
    await page.getByRole('link', { name: words('keywords.write.article') }).click()
    const topic = page.locator('textarea[name="topic"]')
    await expect(topic).toHaveValue(keyword)
    await expect(page.locator('input[name="keywords"]')).toHaveValue(new RegExp(`^${keyword}, .+, `))
    await topic.fill(`${keyword} 2027`)
    await page.reload()
    await expect(topic).toHaveValue(`${keyword} 2027`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: keyword })).toBeVisible()
  })

  await test.step('a forgotten search is gone, and its address spends nothing', async () => {
    // It leaves the screen immediately; a reload of the page would abort the request.
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok()),
      page.getByRole('button', { name: words('keywords.recent.forget', { keyword }) }).click(),
    ])
    await expect(page.getByRole('heading', { name: words('keywords.recent.title') })).toBeHidden()
    await page.reload()
    await expect(
      page.getByRole('button', { name: words('keywords.form.submit', { tokens: 1000 }) }),
    ).toBeVisible()
    await expect(page.getByText(words('keywords.example.note'))).toBeVisible()
  })

  await test.step('K10, T17: without the tokens a dialog says what is missing and leads to the plans', async () => {
    await runSql(
      `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
       select id, id, 'operator', -98900, 0, 'e2e:' || id from public."user" where nickname = $1`,
      [member],
    )
    await page.getByRole('button', { name: words('keywords.form.submit', { tokens: 1000 }) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(words('refusals.noTokens.text', { needed: 1000, available: 100 }))
    await expect(dialog.getByRole('link', { name: words('tools.plans') })).toHaveAttribute(
      'href',
      `/${language}/price`,
    )
    await expect(page.getByText(words('keywords.example.note'))).toBeVisible()
  })
})

/** The value of a description list next to its name. */
const valueOf = (list: Locator, name: string): Locator =>
  list
    .locator('dl > div')
    .filter({ has: list.page().getByText(name, { exact: true }) })
    .locator('dd')

test('the menu resets keyword research, Back opens the analysis, and a late answer is ignored', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectLoaded,
}) => {
  const [keyword, other] = language === 'ko' ? ['캠핑', '등산'] : ['camping', 'hiking']
  await signUp()
  await open('/tool/keyword')
  const field = page.getByRole('combobox', { name: words('keywords.form.label') })
  const report = page.getByRole('heading', { level: 2, name: keyword })
  const menu = page.getByRole('banner').getByRole('navigation').first()
  await field.fill(keyword)
  await field.press('Enter')
  await expect(report).toBeVisible()
  // The address is written after the report. Until the page has rendered it, the menu's link leads to the page itself
  // and replaces the entry.
  await expect(page.locator('a[hreflang]').first()).toHaveAttribute('href', /\?keyword=/)

  await menu.getByRole('link', { name: words('site.nav.keywords') }).click()
  await expect(page).toHaveURL(`/${language}/tool/keyword`)
  await expect(field).toHaveValue('')
  await expect(page.getByText(words('keywords.example.note'))).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue(keyword)
  await expect(report).toBeVisible()

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const stop = await interfere(page, '**/ai/tool/keyword-data', async (route) => {
    await held
    await route.fallback()
  })
  await field.fill(other)
  await field.press('Enter')
  await expect(
    page.getByRole('button', { name: words('keywords.recent.open', { keyword }) }),
  ).toHaveAttribute('aria-disabled', 'true')
  await menu.getByRole('link', { name: words('site.nav.price') }).click()
  await expect(page).toHaveURL(`/${language}/price`)
  answer()
  await expectLoaded()
  await expect(page).toHaveURL(`/${language}/price`)
  stop()
})
