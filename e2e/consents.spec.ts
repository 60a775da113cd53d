// The consents of members: before the sign-up ends, and again after a text has changed.
import { runSql } from './database.ts'
import { acceptConsents, expect, signInAs, startSignIn, test, uniqueName } from './journey.ts'

const consentsOf = (name: string) =>
  runSql(
    `select c.kind, c.is_given from public.user_consent c join public."user" u on u.id = c.user_id
     where u.nickname = $1 order by c.id`,
    [name],
  )

test('L01: a sign-up asks for each consent, records the given ones, and preselects none', async ({
  page,
  words,
  open,
  expectAccessible,
}) => {
  const name = uniqueName()
  await open('/sign/in')
  await startSignIn(page, name)
  const join = page.getByRole('button', { name: words('consents.join') })
  await expect(join).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await expectAccessible()

  await test.step('without the required ones nothing goes on', async () => {
    await page.getByRole('checkbox', { name: words('consents.age') }).check()
    await join.click()
    await expect(page.getByRole('alert')).toHaveText(words('consents.missing'))
    await expect(page.locator('input[name="terms"]')).toBeFocused()
    expect(await runSql(`select id from public."user" where nickname = $1`, [name])).toEqual([])
  })

  await page.getByRole('checkbox', { name: words('consents.terms') }).check()
  await page.locator('input[name="privacy"]').check()
  await join.click()
  await page.waitForURL(/\/sign\/referrer/)
  expect(await consentsOf(name)).toEqual(
    ['age', 'terms', 'privacy'].map((kind) => ({ kind, is_given: true })),
  )
})

test('L01: after a change of the terms a member reads on, and agrees before writing or paying', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(
    `insert into public.user_consent (user_id, kind, version, is_given)
     select id, 'terms', '2020-01-01', true from public."user" where nickname = $1`,
    [name],
  )
  await open('/price')
  await expect(page.getByText(words('consents.notice'))).toBeVisible()
  await expectAccessible()
  await open('/my')
  await expect(page).toHaveURL(/\/my$/)

  await open('/payment/checkout?plan=pro&period=month')
  await expect(page).toHaveURL(new RegExp(`/${language}/sign/consent\\?`))
  await expect(page.getByRole('heading', { name: words('consents.againHeading') })).toBeVisible()
  await acceptConsents(page)
  await page.waitForURL(/\/payment\/checkout\?plan=pro&period=month/)
  await expect(page.getByText(words('consents.notice'))).toBeHidden()
  expect(await consentsOf(name)).toHaveLength(6)
})

test('L01: a refusal while writing leads to the consents and loses nothing', async ({
  page,
  context,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/tool/use?tool=article')
  await page.locator('[name="topic"]').fill('독서 모임')
  await runSql(
    `insert into public.user_consent (user_id, kind, version, is_given)
     select id, 'privacy', '2020-01-01', true from public."user" where nickname = $1`,
    [name],
  )
  await page
    .getByRole('button', { name: words('tools.form.write', { tokens: 0 }).split('·')[0]!.trim() })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words('refusals.consent.title'))
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: words('refusals.consent.action') }).click()
  const consents = await opened
  await acceptConsents(consents)
  await expect.poll(() => consentsOf(name).then((rows) => rows.length)).toBeGreaterThan(4)
  await expect(page.locator('[name="topic"]')).toHaveValue('독서 모임')
})

test('L01, R12: the settings write a row when the member wants news', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/my/setting')
  await page.getByRole('checkbox', { name: words('my.setting.mailLabel') }).check()
  await expect.poll(() => consentsOf(name)).toContainEqual({ kind: 'news', is_given: true })
})

test('L01: a repeated sign-in does not ask again', async ({ page, words, open, signUp, language }) => {
  const name = await signUp()
  await page.context().clearCookies()
  await open('/sign/in')
  await signInAs(page, name)
  await page.waitForURL(new RegExp(`/${language}$`))
  await expect(page.getByText(words('consents.notice'))).toBeHidden()
})
