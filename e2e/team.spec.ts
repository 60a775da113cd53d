// A shared Team plan: invited in one browser, accepted and used in another.
import { runSql } from './database.ts'
import { expect, test, uniqueName } from './journey.ts'
import { register } from './register.ts'

test('B07, B06: an owner invites, a friend joins elsewhere and writes from the shared tokens, the owner sees how much and ends it', async ({
  page,
  browser,
  baseURL,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const boss = await signUp()
  await runSql(
    `update public.user_usage u set plan = 'team' from public."user" m where m.id = u.id and m.nickname = $1`,
    [boss],
  )
  await runSql(
    `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
     select id, id, 'operator', 50000, 0, 'team-journey:' || id from public."user" where nickname = $1`,
    [boss],
  )
  const friend = uniqueName()
  const address = `${friend}@example.com`
  const line = page.getByRole('listitem').filter({ hasText: friend })

  await test.step('the owner finds the team beside the plan, and invites', async () => {
    await open('/my')
    await page
      .getByRole('main')
      .getByRole('link', { name: words('my.team'), exact: true })
      .click()
    await expect(
      page.getByRole('heading', { name: words('teams.own.title', { count: 1, max: 5 }) }),
    ).toBeVisible()
    const field = page.getByLabel(words('teams.invite.label'))
    const invite = page.getByRole('button', { name: words('teams.invite.action'), exact: true })
    await field.fill('nobody')
    await invite.click()
    await expect(page.getByText(words('errors.field.invalid'))).toBeVisible()
    await field.fill(address)
    await invite.click()
    await expect(page.getByText(words('teams.invite.done.log', { email: address }))).toBeVisible()
    await expect(line).toHaveCount(1)
    await expectAccessible()
  })
  const link = await page.getByText(/\/my\/team\?invite=/).innerText()

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await elsewhere.newPage()
  await test.step('the link asks a visitor to sign in, and refuses whoever was not invited', async () => {
    await visitor.goto(link)
    await expect(visitor).toHaveURL(/\/sign\/in\?.*invite/)
    const stranger = uniqueName()
    await register(elsewhere, baseURL ?? '', language, { name: stranger, email: `${stranger}@example.com` })
    await visitor.goto(link)
    await expect(visitor.getByText(words('errors.team_other_address'))).toBeVisible()
    await elsewhere.clearCookies()
  })

  await test.step('the friend joins, and the header shows the shared tokens', async () => {
    await register(elsewhere, baseURL ?? '', language, { name: friend, email: address })
    await visitor.goto(link)
    await visitor.getByRole('button', { name: words('teams.open.join') }).click()
    await expect(
      visitor.getByRole('heading', { name: words('teams.seat.title', { name: boss }) }),
    ).toBeVisible()
    await expect(visitor).toHaveURL(/\/my\/team$/)
    await visitor
      .getByRole('banner')
      .getByRole('button', { name: /150,000/ })
      .click()
    await expect(visitor.getByText(words('usage.balance.team', { name: boss }))).toBeVisible()
  })

  await test.step('what the friend writes is paid by the team, which the owner sees by name', async () => {
    await visitor.goto(`/${language}/tool/use?tool=article`)
    await visitor.locator('textarea[name="topic"]').fill('a')
    await visitor.getByRole('button', { name: /·/ }).first().click()
    const balance = visitor.getByRole('banner').getByRole('button', { name: /1[34]\d,\d{3}/ })
    await expect(balance).toBeVisible()
    const [spent] = await runSql(
      `select -sum(amount)::int as tokens from public.token_history h join public."user" m on m.id = h.spender_id
       where m.nickname = $1 and h.user_id <> h.spender_id`,
      [friend],
    )
    const tokens = Number(spent!.tokens)
    expect(tokens).toBeGreaterThan(0)
    await open('/my/team')
    await expect(line).toContainText(words('teams.own.spent', { count: tokens }))
    await open('/usage/history')
    const movement = page.getByRole('main').getByRole('listitem').first()
    await expect(movement).toContainText(words('usage.history.by', { name: friend }))
    await expect(movement.getByRole('link')).toHaveCount(0)
    // rows2 4: the friend sees the own charge too.
    await visitor.goto(`/${language}/usage/history`)
    const own = visitor.getByRole('main').getByRole('listitem').first()
    await expect(own).toContainText(words('usage.history.ofTeam'))
    await expect(own.getByRole('link')).toHaveCount(1)
  })

  await test.step('the owner ends it, and the friend sees the own tokens again without a reload', async () => {
    await open('/my/team')
    await page.getByRole('button', { name: words('teams.own.removeName', { name: friend }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words('teams.end.remove.action'), exact: true }).click()
    await expect(line).toHaveCount(0)
    await expect(page.getByText(words('teams.own.left'))).toBeVisible()
    await expect(visitor.getByRole('banner').getByRole('button', { name: /100,000/ })).toBeVisible()
    await visitor.goto(`/${language}/my/team`)
    await expect(visitor.getByText(words('teams.none', { count: 5 }))).toBeVisible()
  })
  await elsewhere.close()
})
