import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

test('M13, M18: a member reads every movement of tokens and images, page by page, and opens the item it was spent on', async ({
  page,
  language,
  words,
  signUp,
  open,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(
    `with member as (select id from public."user" where nickname = $1),
       text as (insert into public.tool_use (user_id, tool, title, content, request, model, status, language) select id, 'article', 'Spent here', 'x', '{}', 'demo', 'done', 'Korean' from member returning id, user_id)
     insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key, tool_use_id)
     select user_id, user_id, 'use', -100 - n, 0, 'usage-journey:' || user_id || ':' || n, case when n = 40 then id end from text, generate_series(1, 40) n`,
    [name],
  )
  await runSql(
    `insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
     select id, id, 'invite', 10, 0, 'usage-journey:' || id from public."user" where nickname = $1`,
    [name],
  )
  await open('/price')
  await page.getByRole('button', { name: /95,180/ }).click()
  await page.getByRole('link', { name: words('usage.balance.all') }).click()
  await expect(page).toHaveURL(new RegExp(`/${language}/usage/history$`))
  await expect(page.getByText(words('usage.history.total', { count: 41 }))).toBeVisible()
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines).toHaveCount(30)
  await expect(lines.first()).toContainText('−140')
  await expect(lines.first()).toContainText(words('usage.history.left.token', { count: '95,180' }))
  await expectAccessible()

  await test.step('a next page that does not come says so, and the same button reads it again', async () => {
    const letThrough = await interfere(page, '**/rest/v1/rpc/list_token_movements', (route) => route.abort())
    const older = page.getByRole('button', { name: words('usage.history.older') })
    await older.press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/./)
    await expectAccessible()
    letThrough()
    await older.press('Enter')
    await expect(lines).toHaveCount(41)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(lines.last()).toContainText('+100,000')
  })

  await page.getByRole('link', { name: words('usage.history.tab.image') }).click()
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText('+10')
  await page.goBack()
  await expect(lines).toHaveCount(41)
  await lines.first().getByRole('link', { name: 'Spent here' }).click()
  await expect(page).toHaveURL(/\/tool\/use\?tool=article&id=/)

  expect((await page.goto(`/${language}/usage/history?type=gold`))?.status()).toBe(404)
})
