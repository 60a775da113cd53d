import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { sessionCookieName } from '#shared/accounts.ts'
import { runSql } from './database.ts'
import { expect, interfere, signInAs, test, uniqueName } from './journey.ts'
import { isHydrated, makePrompt } from './own-prompts.ts'
import { isSessionCookie, keyOf, readSession, type StoredSession } from './own-session.ts'
import { pixel } from './pixel.ts'
import { totp } from './totp.ts'

/** The operator's command, on the running product's database. */
function operator(...args: string[]): string {
  const folder = process.env.E2E_DATA_FOLDER ?? ''
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8')
  const port = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../scripts/operator.ts', import.meta.url)), ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: `postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`,
      },
    },
  )
  return stdout + stderr
}

/** Ages the sign-in: the token of the next refresh will contain it. */
async function ageSignIn(name: string): Promise<void> {
  await runSql(
    `update auth.mfa_amr_claims a set updated_at = now() - interval '1 hour', created_at = now() - interval '1 hour'
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = a.session_id and u.email = $1`,
    [`${name}@example.com`],
  )
}

/** Refreshes the browser's session, so that its token has the aged sign-in. @returns the new access token */
async function renewSession(page: Page, origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: await keyOf(page), 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: (await readSession(page)).refresh_token }),
  })
  const session = (await answer.json()) as StoredSession
  await page.context().clearCookies({ name: new RegExp(`^${sessionCookieName}`) })
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  const parts = value.match(/.{1,3180}/g) ?? []
  await page.context().addCookies(
    parts.map((part, index) => ({
      name: parts.length === 1 ? sessionCookieName : `${sessionCookieName}.${index}`,
      value: part,
      url: origin,
    })),
  )
  return session.access_token
}

test('A33, B16, O03, O04, N01, R12-R14, rows2 5: a member changes the profile, asks a question and receives the answer', async ({
  page,
  words,
  signUp,
  open,
  expectAccessible,
}) => {
  await signUp()
  await open('/my/update')
  await expect(page).toHaveURL(/\/notice\/list\?type=update$/)
  await open('/my/usage')
  await expect(page).toHaveURL(/\/usage\/history$/)
  await open('/my')
  await expect(page.getByRole('heading', { name: words('my.texts.title') })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: words('my.settings'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('my.setting.title') })).toBeVisible()
  await expectAccessible()

  const nickname = `글쓴이 ${uniqueName().slice(1, 7)}`
  await page.getByRole('button', { name: words('my.setting.nicknameChange') }).click()
  const field = page.getByRole('textbox', { name: words('my.setting.nickname') })
  await test.step('a reserved name is refused beside the field', async () => {
    await field.fill('Admin')
    await page.getByRole('button', { name: words('my.setting.save') }).click()
    await expect(page.getByText(words('errors.nickname_invalid'))).toBeVisible()
  })
  await field.fill(nickname)
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/auth/user/update'))
  await page.getByRole('button', { name: words('my.setting.save') }).click()
  expect((await sent).postDataJSON()).toEqual({ uuid: expect.any(String), update: { nickname } })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('main').getByText(nickname)).toBeVisible()

  await test.step('a photo goes up and stands in the header', async () => {
    const input = page.getByLabel(words('my.setting.photo'), { exact: true })
    await input.setInputFiles({ name: 'me.webp', mimeType: 'image/webp', buffer: pixel })
    await expect(page.getByRole('alert')).toHaveText(words('errors.only_image_format'))
    // Chromium does not support HEIC: an image that it cannot show is refused instead of stored.
    await input.setInputFiles({ name: 'me.heic', mimeType: 'image/heic', buffer: pixel.subarray(8) })
    await expect(page.getByRole('alert')).toHaveText(words('errors.picture_not_shown'))
    await input.setInputFiles({ name: 'me.PNG', mimeType: 'image/png', buffer: pixel })
    await expect(page.locator('header').first().locator('img')).toHaveAttribute(
      'src',
      /\/public\/image\/[0-9a-f]{32}\/I\d{13}\.png$/,
    )
  })
  await expect(
    page.getByRole('main').getByRole('link', { name: words('site.language.switch') }),
  ).toHaveAttribute('hreflang', /^(ko|en)$/)
  const saved = page.waitForResponse((response) => response.url().endsWith('/v1/auth/user/update'))
  await page.getByRole('checkbox').check()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('checkbox')).toBeChecked()

  await open('/contact')
  const title = `저장이 안 돼요 ${uniqueName()}`
  await page.getByRole('button', { name: words('contact.send') }).click()
  await expect(page.getByText(words('errors.field.required'))).toHaveCount(2)
  await page.getByRole('textbox', { name: words('contact.subject') }).fill(title)
  await page.getByRole('textbox', { name: words('contact.text') }).fill('어제부터 그래요.')
  const email = page.getByRole('textbox', { name: words('contact.email') })
  const address = await email.inputValue()
  await expect(page.getByText(words('contact.comes.both'), { exact: true })).toBeVisible()
  await email.fill('')
  await expect(page.getByText(words('contact.comes.page'), { exact: true })).toBeVisible()
  await email.fill(address)
  await page.reload()
  await expect(page.getByRole('textbox', { name: words('contact.subject') })).toHaveValue(title)
  await page.getByRole('button', { name: words('contact.send') }).click()
  await expect(page.getByText(words('contact.sent.member', { email: address }))).toBeVisible()
  const question = page.getByRole('group').filter({ hasText: title })
  await expect(question).toContainText(words('contact.own.waiting'))

  const [row] = await runSql('select id from public.contact where title = $1', [title])
  expect(operator('contact', String(row?.id), '고쳤어요.', '고마워요!')).toContain('the member is told')
  await expect(page.getByRole('button', { name: words('site.alarms.unread', { count: 1 }) })).toBeVisible()
  await open('/my/alarm')
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(question).toContainText('고쳤어요. 고마워요!')
  await expectAccessible()
})

test('A35, A36, A39, R13, B18, security 49: a member leaves, is signed out everywhere, and sees when a return is possible', async ({
  page,
  browser,
  baseURL,
  language,
  words,
  signUp,
  open,
}) => {
  const name = await signUp()
  const prompt = await makePrompt(name, { title: 'stays' })
  const {
    access_token: token,
    user: { id: uuid },
  } = await readSession(page)
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState(), baseURL })
  await open('/my/setting')
  await page.getByRole('button', { name: words('my.delete.open') }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: words('my.delete.action') })
  await expect(leave).toBeDisabled()
  await page.getByLabel(words('my.delete.label')).fill(words('my.delete.word'))
  await leave.click()
  await expect(page.getByText(words('my.delete.done'))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/${language}$`))
  await expect(page.getByRole('link', { name: words('site.signIn') })).toBeVisible()
  expect((await page.context().cookies()).filter(isSessionCookie)).toEqual([])

  await open(`/prompt/detail/${prompt}`)
  await expect(page.getByText(words('prompts.detail.byFormer'))).toBeVisible()

  await test.step('another browser with the same session is a visitor', async () => {
    const other = await elsewhere.newPage()
    await other.goto(`/${language}/my`)
    await expect(other).toHaveURL(/\/sign\/in/)
    await elsewhere.close()
    const answer = await fetch(`${baseURL}/v1/auth/user/update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uuid, update: { is_email_reception: true } }),
    })
    expect(answer.status).toBe(401)
  })

  await open('/sign/in')
  await signInAs(page, name)
  await expect(page.getByRole('heading', { name: words('accounts.confirm.deleted') })).toBeVisible()
  const date = await page.evaluate(
    (locale) => new Date(Date.now() + 30 * 86_400_000).toLocaleDateString(locale, { dateStyle: 'long' }),
    language,
  )
  await expect(page.getByText(date)).toBeVisible()
})

test('B22, security 50: a stolen session of an old sign-in deletes nothing and adds no factor; a new sign-in continues @ko', async ({
  page,
  baseURL,
  words,
  signUp,
  open,
}) => {
  const name = await signUp()
  await open('/price')
  const session = await readSession(page)
  const uuid = session.user.id
  const apikey = await keyOf(page)
  expect(session.expires_in).toBeLessThanOrEqual(3_600)
  const [cookie] = (await page.context().cookies()).filter(isSessionCookie)
  expect(cookie).toMatchObject({
    path: '/',
    sameSite: 'Lax',
    httpOnly: false,
    domain: new URL(baseURL ?? '').hostname,
  })
  await ageSignIn(name)
  const stolen = await renewSession(page, baseURL ?? '')
  const call = (path: string, body: object) =>
    fetch(`${baseURL}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stolen}`, apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const token = await call('/v1/auth/sign/delete/token', { uuid })
  expect([token.status, await token.json()]).toMatchObject([403, { code: 'fresh_sign_in_required' }])
  expect((await call('/v1/auth/sign/delete', { uuid, token: 'x' })).status).toBe(403)
  const factor = await call('/auth/v1/factors', { factor_type: 'totp', friendly_name: 'thief' })
  expect([factor.status, await factor.json()]).toMatchObject([400, { error_code: 'reauthentication_needed' }])

  await open('/my/setting')
  await page.getByRole('button', { name: words('factor.turnOn') }).click()
  await page.getByRole('link', { name: words('my.fresh.action') }).click()
  await expect(page.getByRole('heading', { name: words('accounts.in.again') })).toBeVisible()
  await signInAs(page, name)
  await page.waitForURL(/\/my\/setting$/)

  await test.step('now the factor is added, and taken away again', async () => {
    const turnOn = page.getByRole('button', { name: words('factor.turnOn') })
    await turnOn.click()
    const dialog = page.getByRole('dialog', { name: words('factor.setup') })
    await expect(dialog.getByRole('img', { name: words('factor.qr') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(turnOn).toBeFocused()
    await turnOn.click()
    await expect(dialog.getByRole('img', { name: words('factor.qr') })).toBeVisible()
    const secret = /[A-Z2-7]{32}/.exec(await dialog.innerText())?.[0] ?? ''
    await dialog.getByLabel(words('factor.code')).fill('000000')
    await dialog.getByRole('button', { name: words('factor.verify') }).click()
    await expect(dialog.getByText(words('factor.wrong'))).toBeVisible()
    await dialog.getByLabel(words('factor.code')).fill(totp(secret, 0))
    await dialog.getByRole('button', { name: words('factor.verify') }).click()
    await expect(page.getByText(words('factor.on'))).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('factor.codes.done') })
      .click()
    await page.getByRole('button', { name: words('factor.turnOff') }).click()
    await page
      .getByRole('dialog', { name: words('factor.offTitle') })
      .getByRole('button', { name: words('factor.turnOff') })
      .click()
    await expect(page.getByText(words('factor.off'))).toBeVisible()
  })
})

test(
  'R10, B23: the personal page leads to saved and own prompts, runs, plan, tokens and images, invitations and settings',
  { tag: '@en' },
  async ({ page, words, open, signUp }) => {
    await signUp()
    await open('/my')
    const main = page.getByRole('main')
    for (const title of ['my.prompts.saved', 'my.prompts.own'])
      await expect(main.getByRole('heading', { name: words(title), exact: true })).toBeVisible()
    const ways = ['/my/run', '/my/plan', '/usage/history', '/my/invite', '/my/setting']
    for (const way of ways) await expect(main.locator(`a[href="/en${way}"]`).first()).toBeVisible()
    const sections = ['/my/bookmark', '/my/create', '/my/token', '/my/usage', ...ways]
    for (const section of sections) {
      const answer = await page.goto(`/en${section}`)
      expect(answer?.status(), section).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  },
)

test('B32, R12: the settings change the e-mail address; nothing is lost meanwhile, and the contact page has the new one', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const [before, after] = [`${name}@example.com`, `new-${name}@example.com`]
  const setProof = (change: string) =>
    runSql(
      `update private.email_proof p set ${change} from public."user" u where u.id = p.user_id and u.nickname = $1`,
      [name],
    )
  await open('/my/setting')
  await isHydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByText(before)).toBeVisible()
  await expect(main.getByText(words('my.setting.emailOf.provider', { provider: 'Google' }))).toBeVisible()
  await page.getByRole('button', { name: words('my.setting.emailChange') }).click()
  const ask = page.getByRole('region', { name: words('address.title.setting') })
  const email = ask.getByRole('textbox', { name: words('address.email') })
  const send = ask.getByRole('button', { name: words('address.send') })
  await test.step('the address that stands is no other, too many codes are refused, and a sign-in that is too old asks for a new one', async () => {
    await expect(email).toBeFocused()
    await email.fill(before.toUpperCase())
    await send.click()
    await expect(ask.getByText(words('address.same'))).toBeVisible()
    await email.fill(after)
    const refusals = [
      { status: 429, json: { code: 'too_many_requests', message: 'x' } },
      { status: 403, json: { code: 'fresh_sign_in_required', message: 'x' } },
    ]
    const letThrough = await interfere(page, '**/v1/auth/user/email', (route) =>
      route.fulfill(refusals.shift()),
    )
    await send.click()
    await expect(ask.getByText(words('address.tooMany'))).toBeVisible()
    await send.click()
    await expect(ask.getByRole('link', { name: words('my.fresh.action') })).toBeVisible()
    letThrough()
    await page.reload()
    await expect(email).toHaveValue(after)
  })
  await send.click()
  await expect(ask.getByText(words('address.delivery.logged', { email: after }))).toBeVisible()
  await expectAccessible()

  const code = ask.getByRole('textbox', { name: words('address.code') })
  const again = ask.getByRole('button', { name: words('address.again') })
  await test.step('another code that is refused moves the focus to the field with the error, also as the first request', async () => {
    await page.reload()
    await isHydrated(page)
    const letThrough = await interfere(page, '**/v1/auth/user/email', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'x' } }),
    )
    await again.click()
    await expect(ask.getByText(words('address.tooMany'))).toBeVisible()
    await expect(code).toBeFocused()
    letThrough()
  })

  await test.step('an e-mail that was refused says so to whoever looks again', async () => {
    await runSql(
      `update private.email_outbox e set state = 'refused', recipient = null, ended_at = coalesce(ended_at, now())
       from private.email_proof p join public."user" u on u.id = p.user_id
       where e.idempotency_key = 'email_code:' || p.code_key and u.nickname = $1`,
      [name],
    )
    await page.reload()
    await isHydrated(page)
    await ask.getByRole('button', { name: words('address.close') }).click()
    await page.getByRole('button', { name: words('my.setting.emailGoOn') }).click()
    await expect(ask.getByText(words('address.refused'))).toBeVisible()
    await expect(email).toHaveValue(after)
    await send.click()
    await expect(ask.getByText(words('address.delivery.logged', { email: after }))).toBeVisible()
  })
  const verify = ask.getByRole('button', { name: words('address.verify') })
  await test.step('a code that is too old leads to another', async () => {
    await setProof(`created_at = now() - interval '11 minutes'`)
    await code.fill('000000')
    await verify.click()
    await expect(ask.getByText(words('address.expired'))).toBeVisible()
    await again.click()
    await expect(code).toHaveValue('')
  })
  await setProof(`code_hash = private.hash_email_code(p.user_id, '271828')`)
  await code.fill('271828')
  await verify.click()
  await expect(ask).toHaveCount(0)
  await expect(main.getByText(after)).toBeVisible()
  await expect(main.getByText(words('my.setting.emailOf.code', { provider: 'Google' }))).toBeVisible()
  await open('/contact')
  await expect(page.getByRole('textbox', { name: words('contact.email') })).toHaveValue(after)
})
