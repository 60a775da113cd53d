import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { readSession } from './own-session.ts'
import { makePrompt } from './own-prompts.ts'
import { makeText } from './own-texts.ts'

test('R22, A41: a member who is blocked sees the block page at the next navigation and on every page, and /v1 refuses', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/price')
  const { access_token: token } = await readSession(page)
  const { id } = (await runSql('select id from public."user" where nickname = $1', [name]))[0]!
  await runSql('update public."user" set is_block = true where nickname = $1', [name])
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('site.nav.tools') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${language}/sign/block`))
  await expect(page.getByRole('heading', { name: words('accounts.block.title') })).toBeVisible()
  await open('/tool/history')
  await expect(page).toHaveURL(/\/sign\/block/)
  const refused = await page.request.post('/v1/auth/user/update', {
    headers: { authorization: `Bearer ${token}` },
    data: { uuid: id, update: { is_email_reception: true } },
  })
  expect([refused.status(), await refused.json()]).toMatchObject([403, { code: 'user_blocked' }])
  await page.getByRole('button', { name: words('accounts.block.signOut') }).click()
  await expect(page).not.toHaveURL(/\/sign\/block/)
})

test('T17: without tokens a dialog names the missing amount and leads to the plans; nothing is charged', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await runSql(
    `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
     select id, id, 'operator', -99900, 0, 'e2e:' || id from public."user" where nickname = $1`,
    [name],
  )
  await open('/tool/use?tool=article')
  await page.locator('textarea[name="topic"]').fill('a')
  await page.getByRole('button', { name: /·/ }).first().click()
  await expect(page.getByRole('dialog')).toContainText(words('refusals.noTokens.title'))
  await page
    .getByRole('dialog')
    .getByRole('link', { name: words('tools.plans') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${language}/price`))
  expect(
    await runSql(
      `select token::int from public.user_usage u join public."user" m using (id) where nickname = $1`,
      [name],
    ),
  ).toEqual([{ token: 100 }])
})

test("O18, security 106: another member's text is a 404, like one that does not exist @ko", async ({
  page,
  open,
  signUp,
}) => {
  const other = await makeText(await signUp(), { title: 'SECRET', content: 'SECRET' })
  await page.context().clearCookies()
  await signUp()
  for (const id of [other, 999_999_999]) {
    await open(`/tool/use?tool=article&id=${id}`)
    await expect(page.getByText(/Page [Nn]ot [Ff]ound: /)).toBeVisible()
    await expect(page.getByText('SECRET')).toHaveCount(0)
  }
})

test('security 15: the text of a prompt is in nothing that a visitor can load @en', async ({
  language,
  signUp,
  request,
  baseURL,
}) => {
  await makePrompt(await signUp(), { title: 'shown', prompt: 'CANARY-OF-THE-PROMPT' })
  const seen: string[] = []
  const read = async (path: string) => {
    const response = await request.get(baseURL + path)
    seen.push(await response.text())
    return seen.at(-1) ?? ''
  }
  for (const path of ['', '/tool/list', '/price', '/prompt/list', '/prompt/detail/1']) {
    const html = await read(`/${language}${path}`)
    await read(`/${language}${path || '/_index'}.data`)
    for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) await read(asset ?? '')
  }
  const apikey = /sb_publishable_[\w-]+/.exec(seen[0] ?? '')?.[0] ?? ''
  for (const query of [
    'select=*',
    'select=prompt',
    'select=id&prompt=like.CANARY*',
    'select=title,x:prompt',
    'select=id&order=prompt',
    'or=(prompt.like.C*,title.eq.x)',
  ]) {
    const response = await request.get(`${baseURL}/rest/v1/prompt?${query}`, { headers: { apikey } })
    expect(response.status(), query).toBe(401)
    seen.push(await response.text())
  }
  expect(seen.length).toBeGreaterThan(10)
  expect(seen.filter((text) => text.includes('CANARY-OF-THE-PROMPT'))).toEqual([])
})
