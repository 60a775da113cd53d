import type { Page } from '@playwright/test'
import { expect, signInAs, test } from './journey.ts'
import { keyOf, readSession } from './own-session.ts'
import { totp } from './totp.ts'

test('A25, security 53: a member with a second factor is asked for its code, wherever the way led', async ({
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

  await expect(page.getByRole('heading', { name: words('factor.title') })).toBeVisible()
  const field = page.getByLabel(words('factor.label'))
  const verify = page.getByRole('button', { name: words('factor.verify') })
  await test.step('nothing else of the site opens meanwhile', async () => {
    await open('/price')
    await expect(field).toBeVisible()
    await open('/tool/history')
    await expect(field).toBeVisible()
  })
  await test.step('a wrong code is said beside the field, and what was typed stays', async () => {
    await field.fill('000000')
    await verify.click()
    await expect(page.getByText(words('factor.wrong'))).toBeVisible()
    await expect(field).toHaveValue('000000')
  })
  await field.fill(totp(secret, 1))
  await verify.click()
  await page.waitForURL(new RegExp(`/${language}/tool/history`))
  await expect(page.getByText(words('history.empty'))).toBeVisible()
})

/** What a member does once in the account's settings: adds an authenticator app. Gives its secret. */
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
