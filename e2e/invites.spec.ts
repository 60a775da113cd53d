import type { Browser, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, interfere, signInAs, test, uniqueName } from './journey.ts'

async function inAnotherBrowser(browser: Browser, userAgent?: string): Promise<Page> {
  const context = await browser.newContext(userAgent ? { userAgent } : {})
  return context.newPage()
}

const codeOf = async (nickname: string): Promise<string> =>
  String(
    (await runSql(`select recommend_code from public."user" where nickname = $1`, [nickname]))[0]!
      .recommend_code,
  )

test('R08, R10, R11, M15, A09, B23, B28, B34: a member copies the link, a friend joins elsewhere, and both receive their gift', async ({
  page,
  browser,
  context,
  baseURL,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const inviter = await signUp()
  await open('/my')
  await page
    .getByRole('main')
    .getByRole('link', { name: words('my.invite') })
    .click()
  await expect(page.getByText(words('invites.friends.empty'))).toBeVisible()
  await page.getByRole('button', { name: words('invites.link.copy') }).click()
  await expect(page.getByText(words('invites.link.copied'))).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const code = await codeOf(inviter)
  expect(link).toBe(`${baseURL}/${language}/invite/${code}`)
  await page.getByRole('button', { name: words('invites.code.copy') }).click()
  await expect(page.getByText(words('invites.code.copied'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expectAccessible()

  const friend = await inAnotherBrowser(browser)
  await test.step('the friend is told who invites, signs up, and finds the code in the survey', async () => {
    await friend.goto(link)
    await expect(
      friend.getByRole('heading', { name: words('invites.landing.title', { name: inviter }) }),
    ).toBeVisible()
    await expect(friend.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    const cookie = (await friend.context().cookies()).find(({ name }) => name === 'munjang-invite')
    expect(cookie).toMatchObject({ value: code, httpOnly: true, sameSite: 'Lax', path: '/' })
    await signInAs(friend, uniqueName())
    await friend.waitForURL(/\/sign\/referrer/)
    await expect(friend.getByLabel(words('accounts.referrer.code.label'))).toHaveValue(code)
    await expect(friend.getByText(words('accounts.referrer.code.from', { name: inviter }))).toBeVisible()
    await friend.getByRole('button', { name: words('accounts.referrer.save') }).click()
    await friend.waitForURL(/\/sign\/complete/)
    await expect(friend.getByText('200,000')).toBeVisible()
    await expect(
      friend.getByText(words('accounts.complete.invite.given', { tokens: 100_000, images: 10 })),
    ).toBeVisible()
    expect((await friend.context().cookies()).map(({ name }) => name)).not.toContain('munjang-invite')
  })

  await test.step('the inviter sees it without doing anything', async () => {
    const header = page.getByRole('banner')
    await expect(header.getByText('200,000', { exact: true })).toBeVisible()
    await header.getByRole('button', { name: words('site.alarms.unread', { count: 1 }) }).click()
    await header.getByText(words('alarms.kind.invite_rewarded.title')).click()
    await expect(page).toHaveURL(`/${language}/my/invite`)
    await page.reload()
    await expect(
      page.getByText(words('invites.friends.earned', { tokens: 100_000, images: 10 })),
    ).toBeVisible()
    await expect(page.getByText(words('invites.friends.given'))).toBeVisible()
  })
  await friend.context().close()
})

test('R08, B28: a link counts also without the survey, and inside an app it can be opened in a real browser @ko', async ({
  browser,
  baseURL,
  language,
  words,
  signUp,
  context,
}) => {
  const inviter = await signUp()
  const code = await codeOf(inviter)
  await context.clearCookies()
  const friend = await inAnotherBrowser(browser, 'Mozilla/5.0 (Linux; Android 15; wv) KAKAOTALK 11.0')
  await friend.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = `${baseURL}/${language}/invite/${code}`
  await friend.goto(`${link.slice(0, -8)}${code.toLowerCase()}`)
  const copied = async () => {
    await friend.getByRole('button', { name: words('accounts.in.copy') }).click()
    await expect(friend.getByText(words('accounts.in.copied')).last()).toBeVisible()
    return friend.evaluate(() => navigator.clipboard.readText())
  }
  expect((await copied()).toLowerCase()).toBe(link.toLowerCase())
  await friend.goto(`/${language}/sign/in`)
  await friend.evaluate(() => navigator.clipboard.writeText('nothing'))
  expect(await copied()).toBe(link)

  await signInAs(friend, uniqueName())
  await friend.waitForURL(/\/sign\/referrer/)
  await friend.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await expect(friend.getByText('200,000')).toBeVisible()
  await friend.context().close()
})

test('attacks 6: a code that begins with MY opens its invitation and grants the gift @ko', async ({
  browser,
  language,
  words,
  signUp,
}) => {
  const inviter = await signUp()
  const code = `MY${(await codeOf(inviter)).slice(2)}`
  await runSql(`update public."user" set recommend_code = $2 where nickname = $1`, [inviter, code])
  const friend = await inAnotherBrowser(browser)
  await friend.goto(`/${language}/invite/${code}`)
  await expect(
    friend.getByRole('heading', { name: words('invites.landing.title', { name: inviter }) }),
  ).toBeVisible()
  await signInAs(friend, uniqueName())
  await friend.waitForURL(/\/sign\/referrer/)
  await friend.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await expect(friend.getByText('200,000')).toBeVisible()
  await friend.context().close()
})

test.describe("rows1 2: an invitation's gift is granted on any page that a newcomer opens instead of the end of the sign-up", () => {
  for (const leaving of ['logo', 'closed tab', 'reload', 'lost answer'] as const)
    test(`rows1 2, B28, A05: ${leaving} @${leaving === 'logo' ? 'ko' : 'en'}`, async ({
      browser,
      context,
      baseURL,
      language,
      words,
      signUp,
    }) => {
      const inviter = await signUp()
      const code = await codeOf(inviter)
      await context.clearCookies()
      const friend = await inAnotherBrowser(browser)
      const name = uniqueName()
      await friend.goto(`/${language}/invite/${code}`)
      if (leaving === 'lost answer')
        // The server has processed the request, but its answer is lost once.
        await friend.route(
          '**/v1/auth/sign/up',
          async (route) => {
            await route.fetch()
            await route.fulfill({ status: 503, json: { code: 'try_again', message: 'lost' } })
          },
          { times: 1 },
        )
      await signInAs(friend, name)
      if (leaving === 'lost answer')
        await friend.getByRole('button', { name: words('accounts.confirm.retry') }).click()
      await friend.waitForURL(/\/sign\/referrer/)
      if (leaving === 'reload' || leaving === 'lost answer') {
        // The confirm page leads back to the survey until the sign-up is finished.
        await friend.goto(`/${language}/sign/confirm`)
        await friend.waitForURL(/\/sign\/referrer/)
        await friend.getByRole('link', { name: words('accounts.referrer.skip') }).click()
        await friend.waitForURL(/\/sign\/complete/)
        await expect(friend.getByText('200,000')).toBeVisible()
      }
      let page = friend
      if (leaving === 'logo')
        await friend
          .getByRole('main')
          .getByRole('link', { name: words('site.home') })
          .click()
      if (leaving === 'closed tab') {
        page = await friend.context().newPage()
        await friend.close()
        await page.goto(`${baseURL}/${language}/price`)
      }
      if (leaving === 'logo' || leaving === 'closed tab')
        await expect(page.getByRole('banner').getByText('200,000', { exact: true })).toBeVisible()
      await page.goto(`/${language}`)
      await expect(page.getByRole('banner').getByText('200,000', { exact: true })).toBeVisible()
      expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('munjang-invite')
      const given = await runSql(
        `select count(*)::int as count from public.token_history h join public."user" u on u.id = h.user_id
         where h.kind = 'invite' and u.nickname = any ($1)`,
        [[inviter, name]],
      )
      expect(given).toEqual([{ count: 2 }])
      const logged = await runSql(
        `select count(*)::int as count from public.statistic_log l join public."user" u on u.id = l.uuid
         where l.type_detail = 'SIGN_UP' and u.nickname = $1`,
        [name],
      )
      expect(logged).toEqual([{ count: 1 }])
      await page.context().close()
    })
})

test('M17, A09, B05: a survey sent again from another tab leaves one row, and a second code is reported as received already @ko', async ({
  browser,
  language,
  words,
  signUp,
}) => {
  const inviter = await signUp()
  const [code, other] = [await codeOf(inviter), await codeOf(await signUp())]
  const friend = await inAnotherBrowser(browser)
  const name = uniqueName()
  await friend.goto(`/${language}/invite/${code}`)
  await signInAs(friend, name)
  await friend.waitForURL(/\/sign\/referrer/)
  const stale = await friend.context().newPage()
  await stale.goto(`/${language}/sign/referrer`)
  const save = (page: Page) => page.getByRole('button', { name: words('accounts.referrer.save') }).click()
  await save(friend)
  await friend.waitForURL(/\/sign\/complete/)

  const field = stale.getByLabel(words('accounts.referrer.code.label'))
  await field.fill(other)
  await save(stale)
  const received = stale.getByText(words('errors.already_received'))
  await expect(received).toBeVisible()
  // The error of the last try disappears at the next change, and returns with the next try.
  await field.fill(code)
  await expect(received).toHaveCount(0)
  await expect(stale.getByText(words('accounts.referrer.code.from', { name: inviter }))).toBeVisible()
  await field.fill(other)
  await save(stale)
  await expect(received).toBeVisible()
  await stale.goto(`/${language}/sign/referrer`)
  await stale.getByText(words('accounts.referrer.use.hobby'), { exact: true }).click()
  await save(stale)
  await stale.waitForURL(/\/sign\/complete/)
  const rows = await runSql(
    `select r.use, r.recommend_code from public.user_referrer r join public."user" u on u.id = r.id where u.nickname = $1`,
    [name],
  )
  expect(rows).toEqual([{ use: 'hobby', recommend_code: code }])
  await friend.context().close()
})

test('R08: an unknown code shows an error and still leads to sign-in; a member reads that invitations are for new members @en', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  for (const code of ['ZZZZZZZZ', 'like.*', '%3Cb%3E']) {
    const answer = await page.goto(`/${language}/invite/${code}`)
    expect(answer?.status(), code).toBe(404)
    await expect(page.getByRole('heading', { name: words('invites.landing.unknown.title') })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Google' })).toBeVisible()
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('munjang-invite')
  await expectAccessible()
  const name = await signUp()
  await open(`/invite/${await codeOf(name)}`)
  await expect(page.getByRole('heading', { name: words('invites.landing.inviter.title') })).toBeVisible()
  await open('/invite/ZZZZZZZZ')
  await expect(page.getByRole('heading', { name: words('invites.landing.member.title') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: words('invites.landing.own') })
    .click()
  await expect(page.getByRole('heading', { name: words('invites.title'), exact: true })).toBeVisible()
})

test('R11, O01: a member invites by e-mail: each address is checked next to the field, and the page says that no e-mail is sent', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await open('/my/invite')
  await expect(page.getByText(words('invites.mail.standIn'))).toBeVisible()
  const field = page.getByLabel(words('invites.mail.label'))
  const send = () => page.getByRole('button', { name: words('invites.mail.send') }).click()
  const friend = (place: number) => `${name}-${place}@example.org`
  const many = Array.from({ length: 11 }, (_, place) => friend(place)).join(', ')
  const cases = [
    ['', words('errors.field.required')],
    [`${friend(1)}, nobody`, words('invites.mail.wrong', { address: 'nobody' })],
    [`${name}@example.com`, words('invites.mail.own', { address: `${name}@example.com` })],
    [many, words('errors.field.too_many', { count: 10 })],
  ] as const
  for (const [typed, told] of cases) {
    await field.fill(typed)
    await send()
    await expect(page.getByText(told)).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
  }
  await expectAccessible()
  await field.fill(`${friend(1)}, ${friend(2)}, ${friend(1)}`)
  await send()
  await expect(page.getByText(words('invites.mail.logged', { count: 2 }))).toBeVisible()
  await expect(field).toHaveValue('')

  const ten = (from: number) => Array.from({ length: 10 }, (_, place) => friend(from + place)).join(',')
  await field.fill(ten(10))
  await send()
  await expect(page.getByText(words('invites.mail.logged', { count: 10 }))).toBeVisible()
  await field.fill(ten(20))
  await send()
  const [limit = ''] = words('invites.mail.limit', { date: '|' }).split('|')
  await expect(page.getByText(limit)).toBeVisible()
  await expect(field).toHaveValue(ten(20))
})

test("security 116: an e-mail's last link asks before it refuses, and rejects a link that is not ours @en", async ({
  page,
  words,
  open,
  expectAccessible,
}) => {
  await open('/mail/refuse?token=a.b')
  const refuse = page.getByRole('button', { name: words('invites.refuse.action') })
  await refuse.click()
  await expect(page.getByRole('heading', { name: words('invites.refuse.wrong') })).toBeVisible()
  await expectAccessible()
  const addresses: string[] = []
  await interfere(page, '**/v1/mail/refuse*', (route) => {
    addresses.push(new URL(route.request().url()).search)
    return route.fulfill({ json: { result: true } })
  })
  await open('/mail/refuse?token=a.b')
  await refuse.click()
  await expect(page.getByRole('heading', { name: words('invites.refuse.done') })).toBeVisible()
  expect(addresses).toEqual(['?token=a.b'])
  const ofNews = '00000000-0000-4000-8000-000000000000.b'
  await open(`/mail/refuse?token=${ofNews}`)
  await expect(page.getByRole('heading', { name: words('invites.news.title') })).toBeVisible()
  await refuse.click()
  await expect(page.getByRole('heading', { name: words('invites.news.done') })).toBeVisible()
})
