import { runSql } from './database.ts'
import { isHydrated } from './own-prompts.ts'
import { chooseProvider, expect, signInAs, test, uniqueName } from './journey.ts'

/** The logged session actions of a member, oldest first. */
const listSessionActions = async (name: string) =>
  (
    await runSql(
      `select l.type_detail from public.statistic_log l join public."user" u on u.uuid::text = l.uuid::text
       where u.nickname = $1 and l.type_detail in ('SIGN_UP', 'SIGN_IN', 'SIGN_OUT') order by l.id`,
      [name],
    )
  ).map((line) => line.type_detail)

test('A01-A05, A09, A11, R15, R17, R18, R30: a visitor at a guarded page signs up, answers the survey and reaches that page', async ({
  page,
  language,
  words,
  open,
}) => {
  const name = uniqueName()
  await open('/tool/history?from=mail')
  await expect(page).toHaveURL(new RegExp(`/${language}/sign/in\\?from=mail&redirect=`))
  for (const provider of [language === 'ko' ? '카카오' : 'Kakao', 'Google'])
    await expect(page.getByRole('button', { name: provider })).toBeVisible()
  await signInAs(page, name)

  await page.waitForURL(/\/sign\/referrer/)
  await page.getByText(words('accounts.referrer.use.hobby'), { exact: true }).click()
  await page.getByText(words('accounts.referrer.expertise.writing'), { exact: true }).click()
  await page.getByText(words('accounts.referrer.find.friend'), { exact: true }).click()
  await page.getByRole('button', { name: words('accounts.referrer.save') }).click()

  await page.waitForURL(/\/sign\/complete/)
  await expect(page.getByText('100,000')).toBeVisible()
  await page.getByRole('link', { name: words('accounts.complete.continue') }).click()
  await page.waitForURL(new RegExp(`/${language}/tool/history\\?from=mail`))
  await expect(page.getByText(words('history.empty'))).toBeVisible()

  await test.step('A04: signing in again neither asks nor grants again', async () => {
    await page.context().clearCookies()
    await open('/tool/history')
    await signInAs(page, name)
    await page.waitForURL(new RegExp(`/${language}/tool/history`))
    await expect(page.getByRole('banner').getByText('100,000')).toBeVisible()
    await expect.poll(() => listSessionActions(name)).toEqual(['SIGN_IN', 'SIGN_UP', 'SIGN_IN'])
    const [member] = await runSql(
      `select logined_at > created_at as is_later from public."user" where nickname = $1`,
      [name],
    )
    expect(member).toEqual({ is_later: true })
  })
})

test("A11, A18, R21: signing out makes the page a visitor's, and the guard holds again without a reload", async ({
  page,
  language,
  words,
  signUp,
  open,
}) => {
  const name = await signUp()
  await open('/tool/history')
  // A link that is followed before hydration loads another document.
  await isHydrated(page)
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('site.nav.price') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${language}/price`))
  await page.getByRole('button', { name: new RegExp(words('accounts.menu.label')) }).click()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: words('accounts.menu.signOut') }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: words('site.signIn') })).toBeVisible()
  // The same document navigates back to the guarded page, which leads to sign-in.
  const opened = await page.evaluate(() => performance.timeOrigin)
  await page.goBack()
  await expect(page).toHaveURL(/\/sign\/in\?redirect=/)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  expect((await listSessionActions(name)).at(-1)).toBe('SIGN_OUT')
})

test('a menu opened before hydration stays open after it @en', async ({ page, words, signUp, open }) => {
  const name = await signUp()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/member-header-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const isHydrated = page.waitForResponse((response) => response.url().includes('/rest/v1/user_alarm'))
  await open('/price')
  await page.getByRole('button', { name: new RegExp(words('accounts.menu.label')) }).click()
  held.resolve()
  await isHydrated
  await expect(page.getByText(name, { exact: true })).toBeVisible()
})

test('R30: a refusal at the provider leads back to a page with a next step @ko', async ({
  page,
  words,
  open,
}) => {
  await open('/sign/in')
  await chooseProvider(page, 'Google')
  await page.locator('button[value="refuse"]').click()
  await page.waitForURL(/\/sign\/confirm/)
  await expect(page.getByRole('heading', { name: words('accounts.confirm.refused') })).toBeVisible()
  await page.getByRole('link', { name: words('accounts.confirm.again') }).click()
  await expect(page).toHaveURL(/\/sign\/in/)
})

test('security 36, R19: after sign-in a hostile redirect stays on our own site', async ({
  page,
  language,
  words,
  baseURL,
}) => {
  const hostile = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/ko/../..//evil.example',
    '%2f%2fevil.example',
  ]
  await page.goto(`/${language}/sign/in?redirect=${encodeURIComponent(hostile[0]!)}`)
  await signInAs(page, uniqueName())
  await page.waitForURL(/\/sign\/referrer/)
  await page.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await page.waitForURL(/\/sign\/complete/)
  for (const target of hostile) {
    await page.goto(`/${language}/sign/in?redirect=${encodeURIComponent(target)}`)
    expect(new URL(page.url()).origin, target).toBe(baseURL)
  }
})

test('A20: the session cookie lasts 400 days, holds for the whole site and is split when it is long @ko', async ({
  page,
  signUp,
}) => {
  await signUp()
  const cookies = (await page.context().cookies()).filter((cookie) =>
    cookie.name.startsWith('munjang-session'),
  )
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false })
    expect(cookie.value.length).toBeLessThanOrEqual(3180)
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(399 * 86_400)
  }
})

test('a page opened as 127.0.0.1 moves to localhost, where sign-in stores its cookies; a failed sign-in shows its error @en', async ({
  page,
  language,
  words,
  baseURL,
}) => {
  await page.goto(`${baseURL!.replace('localhost', '127.0.0.1')}/${language}/price?x=1`)
  await expect(page).toHaveURL(`${baseURL}/${language}/price?x=1`)
  await page.goto(`/auth/v1/callback?code=stolen&state=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: words('accounts.confirm.failed') })).toBeVisible()
})
