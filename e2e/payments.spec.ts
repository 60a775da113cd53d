// Payments with the simulator's cards, from the price to the receipt and the cancellation.
import { priceOf } from '#shared/payments.ts'
import { formatDay } from '#shared/payments-text.ts'
import { dailyCaps } from '#shared/usage.ts'
import { chooseCard, goToCard, idOf, pay, won } from './cards.ts'
import { runSql } from './database.ts'
import { expect, interfere, signInAs, test } from './journey.ts'

const chargesOf = async (name: string) =>
  (
    await runSql(
      `select 1 from private.payment p join public.payment_order o on o.id = p.order_id where o.user_id = ${idOf(name)} and p.status = 'DONE'`,
    )
  ).length

test('M01-M06, M10, M18, O07, B27, B41: a plan is chosen, paid, shown at once, survives refresh and Back, and is cancelled', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const plan = words('payments.plan.pro.name')
  await open('/price')
  await expect(page.getByText(words('pricing.domesticCards'))).toBeVisible()
  await expect(
    page.getByText(words('pricing.unlimitedNote', { count: dailyCaps.member.images })),
  ).toBeVisible()
  await page.getByRole('link', { name: words('payments.action.choose', { plan }) }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('checkout.title') })).toBeVisible()
  await expect(page.getByText(words('billing.simulator'))).toBeVisible()
  await expectAccessible()
  await test.step('nothing is paid without agreeing', async () => {
    await page
      .getByRole('button', { name: words('checkout.pay', { price: won(priceOf('pro', 'month'), language) }) })
      .click()
    await expect(page.getByText(words('checkout.agreeMissing'))).toBeVisible()
  })
  await pay(page, words, 'good')
  await expect(
    page.getByRole('heading', { name: words('outcome.confirm.done.subscription', { plan }) }),
  ).toBeVisible()
  await expect(page.locator('header').first()).toContainText('2,100,000')
  await expect(page).toHaveURL(/\/payment\/confirm\?order=\w+$/)
  await expectAccessible()

  await test.step('security 73: refresh and Back charge nothing again', async () => {
    await page.reload()
    await expect(
      page.getByRole('heading', { name: words('outcome.confirm.done.subscription', { plan }) }),
    ).toBeVisible()
    // Back may lead to the order, which is refused, or past it to what became of it.
    await page.goBack()
    const notice = page
      .getByText(words('errors.plan_already_selected'))
      .or(page.getByRole('heading', { name: words('outcome.confirm.done.subscription', { plan }) }))
    await expect(notice.first()).toBeVisible()
    expect(await chargesOf(name)).toBe(1)
  })
  await open('/price')
  await expect(page.getByText(words('payments.action.selected'))).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: '∞' })).toBeVisible()

  await open('/my/plan')
  await test.step('screens 12: the plan’s own and what is besides add up to what the header says', async () => {
    const besides = page.getByText(words('ownplan.besidesValue', { tokens: 100_000, images: 0 }))
    await expect(besides).toBeVisible()
  })
  await expect(page.getByText(words('ownplan.state.ACTIVE'), { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: words('ownplan.cancel') }).click()
  const dialog = page.getByRole('dialog', { name: words('cancelling.title') })
  await test.step('M05: the dialog says until when the plan is theirs', async () => {
    const [row] = await runSql(`select period_end from public.subscription where user_id = ${idOf(name)}`)
    const day = formatDay(new Date(String(row!.period_end)).toISOString(), language)
    await expect(dialog).toContainText(day)
  })
  const leave = dialog.getByRole('button', { name: words('cancelling.action') })
  await leave.click()
  await expect(dialog.getByText(words('cancelling.required'))).toBeVisible()
  await dialog.getByText(words('cancelling.reasons.other'), { exact: true }).click()
  await leave.click()
  await expect(dialog.getByText(words('cancelling.detailRequired'))).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox').fill('잠시 쉬려고요')
  await leave.click()
  await expect(page.getByText(words('ownplan.state.PENDING_CANCEL'), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: words('ownplan.resume') })).toBeVisible()
  expect(
    await runSql(`select status, cancel_reason from public.subscription where user_id = ${idOf(name)}`),
  ).toEqual([{ status: 'PENDING_CANCEL', cancel_reason: 'other' }])
  const actions = () =>
    runSql(
      `select type_detail from public.statistic_log where uuid = ${idOf(name)} and type_detail ~ '^(PAYMENT|PLAN)_' order by id`,
    )
  await expect
    .poll(actions)
    .toEqual(['PAYMENT_ORDER', 'PAYMENT_DONE', 'PLAN_CANCEL'].map((detail) => ({ type_detail: detail })))
})

test('M02, M09, B33: a declined card shows a reason and leads back; a closed card page is no failure; a benefit shows its plan @en', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await open('/payment/checkout?pack=tokens_small')
  await pay(page, words, 'declined')
  await expect(page).toHaveURL(/\/payment\/error/)
  await expect(page.getByText(words('failures.declined'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: words('outcome.failure.again') }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('main').locator('button[type="submit"]').click()
  await page.getByRole('button', { name: words('simulator.cancel') }).click()
  await expect(page.getByRole('heading', { name: words('outcome.failure.titleCanceled') })).toBeVisible()
  expect(await chargesOf(name)).toBe(0)

  await runSql(
    `insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
     values (${idOf(name)}, 'plan', 'pro', 1, 'month', now() - interval '1 hour', now() + interval '1 month')`,
  )
  await open('/my/plan')
  await expect(
    page.getByRole('heading', { name: words('payments.plan.pro.name'), exact: true }),
  ).toBeVisible()
  await expect(page.getByText(words('ownplan.benefitText'))).toBeVisible()
  await test.step('older payments follow on request, and none is missing', async () => {
    await runSql(
      `insert into public.payment_order (code, user_id, type, pack, amount, status)
       select 'many-' || gen_random_uuid(), ${idOf(name)}, 'pack', 'tokens_small', n, 'FAILED' from generate_series(1, 31) n`,
    )
    await page.reload()
    const payments = page.locator('#orders ~ ul > li')
    await expect(payments).toHaveCount(30)
    await expect(payments.first()).toContainText(won(31, 'en'))
    await page.getByRole('button', { name: words('ownplan.ordersOlder') }).click()
    await expect(payments).toHaveCount(32)
    await expect(payments.nth(30)).toContainText(won(1, 'en'))
    await expect(payments.last()).toContainText(words('failures.declined'))
  })
  await open('/price')
  await expect(page.getByText(words('payments.action.selectedBenefit'))).toBeVisible()
  await expect(
    page.getByRole('link', {
      name: words('payments.action.choose', { plan: words('payments.plan.team.name') }),
    }),
  ).toHaveCount(0)
})

test('security 79: a card without an answer is looked up, and the member pays once only @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/payment/checkout?pack=tokens_small')
  await pay(page, words, 'slow')
  await expect(page.getByRole('heading', { name: words('outcome.confirm.unknown') })).toBeVisible()
  const pack = words('payments.pack.names.tokens_small')
  await expect(
    page.getByRole('heading', { name: words('outcome.confirm.done.pack', { pack }) }),
  ).toBeVisible()
  await expect(page.locator('header').first()).toContainText('400,000')
  expect(await chargesOf(name)).toBe(1)
})

test('M03, B22: an unpaid plan names the next step, and is paid with a press @ko', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/payment/checkout?plan=basic&period=month')
  await pay(page, words, 'good')
  await expect(page.locator('header').first()).toContainText('600,000')
  await runSql(
    `update public.subscription set status = 'UNPAID', tries = 1, period_end = now() - interval '1 hour', period_start = now() - interval '1 month',
      next_try_at = now() + interval '1 day' where user_id = ${idOf(name)}`,
  )
  await open('/price')
  await expect(
    page.getByText(words('payments.state.UNPAID', { plan: words('payments.plan.basic.name') })),
  ).toBeVisible()
  await open('/my/plan')
  await expect(page.getByText(words('ownplan.state.UNPAID'), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: words('ownplan.cardPay') })).toBeVisible()
  await test.step('security 50: another card asks for a fresh sign-in, and comes back here', async () => {
    const letThrough = await interfere(page, '**/v1/payment/order', (route) =>
      route.fulfill({ status: 403, json: { code: 'fresh_sign_in_required', message: 'x' } }),
    )
    await page.getByRole('link', { name: words('ownplan.cardPay') }).click()
    await page.getByRole('button', { name: words('checkout.register') }).click()
    await page.getByRole('link', { name: words('my.fresh.action') }).click()
    letThrough()
    await signInAs(page, name)
    await page.waitForURL(/\/payment\/checkout\?card=1$/)
    await open('/my/plan')
  })
  await page
    .getByRole('button', { name: words('ownplan.pay', { price: won(priceOf('basic', 'month'), language) }) })
    .click()
  await expect(
    page.getByRole('heading', {
      name: words('outcome.confirm.done.renewal', { plan: words('payments.plan.basic.name') }),
    }),
  ).toBeVisible()
  expect(await chargesOf(name)).toBe(2)
})

test('B12: a session that ended on the card page asks for a sign-in, and the payment continues, once @en', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/payment/checkout?plan=basic&period=month')
  await goToCard(page)
  // The card has been accepted; on the return the session has ended.
  const letThrough = await interfere(page, '**/payment/confirm*', async (route) => {
    await page.context().clearCookies()
    await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
  })
  await chooseCard(page, words, 'good')
  await page.waitForURL(new RegExp(`/${language}/sign/in`))
  letThrough()
  await signInAs(page, name)
  await expect(
    page.getByRole('heading', {
      name: words('outcome.confirm.done.subscription', { plan: words('payments.plan.basic.name') }),
    }),
  ).toBeVisible()
  expect(await chargesOf(name)).toBe(1)
})

test('rows2 7, M03: an unpaid plan is ended with a press, and its page says so afterwards', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  await open('/payment/checkout?plan=basic&period=month')
  await pay(page, words, 'good')
  await expect(page.locator('header').first()).toContainText('600,000')
  await runSql(
    `update public.subscription set status = 'UNPAID', tries = 1, period_end = now() - interval '1 hour', period_start = now() - interval '1 month',
      next_try_at = now() + interval '1 day' where user_id = ${idOf(name)}`,
  )
  await open('/my/plan')
  await page.getByRole('button', { name: words('ownplan.end') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words('cancelling.unpaid.text'))
  await dialog.getByRole('button', { name: words('cancelling.unpaid.action') }).click()
  await expect(page.getByText(words('ownplan.state.CANCELED'), { exact: true })).toBeVisible()
  await test.step('M03: one that ran out unpaid says that nothing is owed', async () => {
    await runSql(
      `update public.subscription set status = 'EXPIRED', ended_at = now() where user_id = ${idOf(name)}`,
    )
    await page.reload()
    await expect(page.getByText(words('ownplan.state.EXPIRED'), { exact: true })).toBeVisible()
  })
})

test('B32: a member without an e-mail address may enter one at contact and payment, verify it by a code, or continue without', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(`update public."user" set email = null where nickname = $1`, [name])
  await open('/contact')
  await page.getByRole('textbox', { name: words('contact.email') }).fill(`${name}@example.com`)
  await page.getByRole('textbox', { name: words('contact.subject') }).fill('Receipt')
  await page.getByRole('textbox', { name: words('contact.text') }).fill('Where does it go?')
  await page.getByRole('button', { name: words('contact.send') }).click()
  const asked = page.getByRole('region', { name: words('address.title.contact') })
  await expect(asked.getByRole('textbox', { name: words('address.email') })).toHaveValue(
    `${name}@example.com`,
  )
  await expectAccessible()

  await open('/payment/checkout?pack=tokens_small')
  await page.getByRole('button', { name: words('checkout.addressAsk') }).click()
  const ask = page.getByRole('region', { name: words('address.title.payment') })
  await ask.getByRole('textbox', { name: words('address.email') }).fill(`${name}@example.com`)
  await ask.getByRole('button', { name: words('address.send') }).click()
  const code = ask.getByRole('textbox', { name: words('address.code') })
  await expect(code).toBeVisible()
  await expect(
    ask.getByText(words('address.delivery.logged', { email: `${name}@example.com` })),
  ).toBeVisible()
  await test.step('what waits for its code goes on after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: words('checkout.addressAsk') }).click()
    await expect(code).toBeVisible()
  })
  await runSql(
    `update private.email_proof p set code_hash = private.hash_email_code(p.user_id, '271828') where user_id = ${idOf(name)}`,
  )
  await code.fill('000000')
  await ask.getByRole('button', { name: words('address.verify') }).click()
  await expect(ask.getByText(words('address.wrong'))).toBeVisible()
  await expectAccessible()
  await code.fill('271828')
  await ask.getByRole('button', { name: words('address.verify') }).click()
  await expect(ask).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: words('checkout.title') })).toBeVisible()
  expect(await runSql(`select email from public."user" where nickname = $1`, [name])).toEqual([
    { email: `${name}@example.com` },
  ])
})
