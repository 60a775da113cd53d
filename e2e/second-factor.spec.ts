import type { Page, Route } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, interfere, signInAs, test } from './journey.ts'
import { keyOf, readSession } from './own-session.ts'
import { totp } from './totp.ts'

test('A25, security 53: a member with a second factor enters its code, whatever the wanted page', async ({
  page,
  baseURL,
  language,
  words,
  signUp,
  open,
}) => {
  const name = await signUp()
  await open('/price')
  const secret = await enrolApp(page, baseURL ?? '')
  await page.context().clearCookies()
  await open('/tool/history')
  await signInAs(page, name)

  await expect(page.getByRole('heading', { name: words('challenge.title') })).toBeVisible()
  const field = page.getByLabel(words('challenge.label'))
  const verify = page.getByRole('button', { name: words('challenge.verify'), exact: true })
  await test.step('nothing else of the site opens meanwhile', async () => {
    await open('/price')
    await expect(field).toBeVisible()
    await open('/tool/history')
    await expect(field).toBeVisible()
  })
  await test.step('a wrong code is said beside the field, and what was typed stays', async () => {
    await field.fill('000000')
    await verify.click()
    await expect(page.getByText(words('challenge.wrong'))).toBeVisible()
    await expect(field).toHaveValue('000000')
  })
  await test.step('without a connection nothing stays busy, and the factors are read again', async () => {
    const refuse = (route: Route) => route.abort()
    const answerChallenge = await interfere(page, '**/auth/v1/factors/*/challenge', refuse)
    await verify.click()
    await expect(page.getByText(words('challenge.failed'))).toBeVisible()
    await expect(verify).toBeEnabled()
    answerChallenge()
    const answerUser = await interfere(page, '**/auth/v1/user', refuse)
    await page.reload()
    const retry = page.getByRole('button', { name: words('site.error.retry') })
    await expect(retry).toBeVisible()
    answerUser()
    await retry.click()
    await expect(retry).toHaveCount(0)
  })
  await field.fill(totp(secret, 1))
  await verify.click()
  await page.waitForURL(new RegExp(`/${language}/tool/history`))
  await expect(page.getByText(words('history.empty'))).toBeVisible()
})

/** Adds an authenticator app in the account's settings, once. @returns its secret */
async function enrolApp(page: Page, origin: string): Promise<string> {
  const apikey = await keyOf(page)
  const { access_token: token } = await readSession(page)
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/auth/v1/factors${path}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as { id: string; totp: { secret: string } }
  }
  const factor = await call('', { factor_type: 'totp', friendly_name: 'app' })
  const challenge = await call(`/${factor.id}/challenge`, {})
  await call(`/${factor.id}/verify`, { challenge_id: challenge.id, code: totp(factor.totp.secret, 0) })
  return factor.totp.secret
}

test('screens 3, A25: a member without the app signs in with a recovery code, or asks for help and an owner removes the factor', async ({
  page,
  language,
  words,
  signUp,
  open,
  makeOperator,
  expectAccessible,
}) => {
  const name = await signUp()
  const codes = await test.step('codes are shown when two-step sign-in is turned on', async () => {
    await open('/my/setting')
    await page.getByRole('button', { name: words('factor.turnOn') }).click()
    const secret = await page
      .getByRole('dialog')
      .getByText(/^[A-Z2-7]{32}$/)
      .innerText()
    await page.getByLabel(words('factor.code')).fill(totp(secret, 0))
    await page.getByRole('button', { name: words('factor.verify') }).click()
    const dialog = page.getByRole('dialog', { name: words('factor.codes.title') })
    await expect(dialog.getByRole('listitem')).toHaveCount(8)
    await expectAccessible()
    const shown = await dialog.getByRole('listitem').allInnerTexts()
    await dialog.getByRole('button', { name: words('factor.codes.done') }).click()
    await page.reload()
    await expect(page.getByText(words('factor.codes.left', { count: 8 }))).toBeVisible()
    await expect(page.getByText(shown[0]!)).toHaveCount(0)
    return shown
  })

  const signInAgain = async () => {
    await page.context().clearCookies()
    await open('/tool/history')
    await signInAs(page, name)
    await expect(page.getByRole('heading', { name: words('challenge.title') })).toBeVisible()
  }
  await test.step('help is open without a code, and opens nothing of the account', async () => {
    await signInAgain()
    await page.getByRole('link', { name: words('challenge.helpAction') }).click()
    await expect(page.getByRole('heading', { level: 1, name: words('contact.title') })).toBeVisible()
    await expect(page.getByRole('banner')).not.toContainText('100,000')
    const email = page.getByRole('textbox', { name: words('contact.email') })
    await email.fill(`${name}@example.com`)
    // All journeys share one address, which may ask a few questions an hour.
    await runSql(`delete from private.use_count where key like 'contact:%'`)
    await page.getByRole('textbox', { name: words('contact.subject') }).fill(`Lost ${name}`)
    await page.getByRole('textbox', { name: words('contact.text') }).fill('The phone is gone.')
    await page.getByRole('button', { name: words('contact.send') }).click()
    await expect(
      page.getByText(words('contact.sent.visitor', { email: `${name}@example.com` })),
    ).toBeVisible()
  })

  await test.step('an owner asks for the removal, of which the member is told', async () => {
    await page.context().clearCookies()
    await makeOperator(await signUp(), 'owner')
    const [member] = await runSql('select id from public."user" where nickname = $1', [name])
    await open(`/admin/member/${String(member!.id)}`)
    await page.getByRole('button', { name: words('members.factor.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Proved by two payments.')
    await dialog.getByRole('button', { name: words('members.factor.action') }).click()
    await expect(page.getByRole('button', { name: words('members.factor.cancel') })).toBeVisible()
    await expectAccessible()
  })

  await test.step('a wrong code is said beside the field; a right one signs in and turns the factor off', async () => {
    await signInAgain()
    await page.getByRole('button', { name: words('challenge.useCode') }).click()
    const field = page.getByLabel(words('challenge.codeLabel'))
    await expectAccessible()
    await field.fill('aaaa-bbbb-cccc-dddd')
    await page.getByRole('button', { name: words('challenge.verify'), exact: true }).click()
    await expect(page.getByText(words('challenge.codeWrong'))).toBeVisible()
    await field.fill(codes[0]!)
    await page.getByRole('button', { name: words('challenge.verify'), exact: true }).click()
    await page.waitForURL(new RegExp(`/${language}/tool/history`))
    await open('/my/setting')
    await expect(page.getByRole('button', { name: words('factor.turnOn') })).toBeVisible()
    await open('/my/alarm')
    await expect(page.getByText(words('alarms.kind.second_factor.asked.title'))).toBeVisible()
    await expect(page.getByText(words('alarms.kind.second_factor.recovered.title'))).toBeVisible()
  })
})
