// What a member does about a payment: pay a pack with the stored card, its receipt, and a request for a refund.
import { vatOf } from '#shared/payments.ts'
import { idOf, pay, won } from './cards.ts'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

test('M02, M18, B19: a pack is bought with the stored card, has a receipt, and its refund is asked for, decided and seen', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
  makeOperator,
  expectAccessible,
}) => {
  const payer = await signUp()
  const pack = words('payments.pack.names.tokens_small')
  const plan = words('payments.plan.basic.name')
  const price = won(6_900, language)
  await open('/payment/checkout?plan=basic&period=month')
  await pay(page, words, 'good')
  await expect(page.locator('header').first()).toContainText('600,000')

  await test.step('the confirmation names card and amount, and one press pays', async () => {
    await open('/my/plan')
    await page.getByRole('link', { name: words('ownplan.cardPacks') }).click()
    await page.getByRole('link', { name: words('payments.pack.label', { name: pack }) }).click()
    await expect(
      page.getByRole('radio', { name: words('checkout.choice.stored', { lastFour: '1111' }) }),
    ).toBeChecked()
    await expectAccessible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: words('checkout.pay', { price }) }).click()
    await expect(
      page.getByRole('heading', { name: words('outcome.confirm.done.pack', { pack }) }),
    ).toBeVisible()
    await expect(page.locator('header').first()).toContainText('900,000')
    expect(
      await runSql(
        `select pays_stored, status from public.payment_order where user_id = ${idOf(payer)} and type = 'pack'`,
      ),
    ).toEqual([{ pays_stored: true, status: 'PAID' }])
  })

  const order = (what: string) => page.locator('#orders ~ ul > li').filter({ hasText: what })
  await test.step('the receipt has the amounts and is printed', async () => {
    await page.getByRole('link', { name: words('billing.plan') }).click()
    await order(pack)
      .getByRole('link', { name: words('ownplan.receipt') })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: words('receipt.title') })).toBeVisible()
    const main = page.getByRole('main')
    for (const text of [
      price,
      won(vatOf(6_900), language),
      won(6_900 - vatOf(6_900), language),
      '1111',
      words('billing.simulator'),
      words('receipt.note'),
    ])
      await expect(main.getByText(text).first()).toBeVisible()
    await expectAccessible()
    await page.evaluate(() => {
      window.print = () => (document.title = 'printed')
    })
    await page.getByRole('button', { name: words('receipt.print') }).press('Enter')
    await expect(page).toHaveTitle('printed')
    await page.getByRole('link', { name: words('receipt.back') }).click()
  })

  const dialog = page.getByRole('dialog')
  const ask = async (what: string, reason: string) => {
    await page.getByRole('button', { name: words('ownplan.refund.askLabel', { what }) }).click()
    await dialog.getByLabel(words('refundask.reason')).fill(reason)
    await dialog.getByRole('button', { name: words('refundask.action') }).click()
    await expect(dialog).toHaveCount(0)
  }
  const planOrder = words('ownplan.order.subscription', { plan })
  await test.step('the dialog says what the terms give, and asks for a reason', async () => {
    await page.getByRole('button', { name: words('ownplan.refund.askLabel', { what: pack }) }).press('Enter')
    await expect(dialog.getByText(words('refundask.full', { amount: price }))).toBeVisible()
    await expect(dialog.getByText(words('refundask.unused'))).toBeVisible()
    await dialog.getByRole('button', { name: words('refundask.action') }).click()
    await expect(dialog.getByText(words('errors.field.required'))).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('button', { name: words('ownplan.refund.askLabel', { what: pack }) }),
    ).toBeFocused()
  })
  await test.step('a request is withdrawn and made again', async () => {
    await ask(pack, '실수로 샀어요')
    const withdraw = page.getByRole('button', { name: words('ownplan.refund.withdrawLabel', { what: pack }) })
    await withdraw.press('Enter')
    await expect(withdraw).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    await ask(pack, '실수로 샀어요')
    await ask(planOrder, '더 쓰지 않아요')
    await expect(page.getByText(words('ownplan.refund.withdraw'), { exact: true })).toHaveCount(2)
    await expectAccessible()
  })
  const payersCookies = await context.cookies()

  await context.clearCookies()
  await makeOperator(await signUp())
  await test.step('an operator refunds the one and declines the other', async () => {
    await open('/admin')
    await page
      .getByRole('navigation', { name: words('operators.nav.label') })
      .getByRole('link', { name: words('operators.nav.refunds') })
      .click()
    const line = (what: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: words('refunds.requestOf', { name: payer, what }) }) })
    await expect(line(pack)).toContainText(words('refunds.full'))
    await expect(line(pack)).toContainText('실수로 샀어요')
    await expectAccessible()
    await line(pack)
      .getByRole('button', { name: words('refunds.action') })
      .click()
    await dialog.getByLabel(words('refunds.reason')).fill('7일 안, 쓰지 않음')
    await dialog.getByRole('button', { name: words('refunds.action') }).click()
    await expect(page.getByText(words('refunds.done'))).toBeVisible()
    await expect(line(pack)).toHaveCount(0)
    await line(planOrder)
      .getByRole('button', { name: words('refunds.decline') })
      .click()
    await dialog.getByLabel(words('refunds.declineReason')).fill('이번 달은 이미 썼어요')
    await expectAccessible()
    await dialog.getByRole('button', { name: words('refunds.decline') }).click()
    await expect(line(planOrder)).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
  })

  await context.clearCookies()
  await context.addCookies(payersCookies)
  await open('/my/plan')
  await expect(order(pack)).toContainText(words('ownplan.orderState.REFUNDED'))
  await expect(order(planOrder)).toContainText('이번 달은 이미 썼어요')
  await expect(page.locator('header').first()).toContainText('600,000')
  await expectAccessible()
  await open('/my/alarm')
  const alarms = page.getByRole('main').getByRole('listitem')
  for (const kind of ['payment_refunded', 'refund_declined'])
    await expect(alarms.filter({ hasText: words(`alarms.kind.${kind}.title`) })).toHaveCount(1)
})

test('the card of a cancelled plan is removed, and the plan then asks for another before it continues @ko', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const payer = await signUp()
  await open('/payment/checkout?plan=basic&period=month')
  await pay(page, words, 'good')
  await expect(page.locator('header').first()).toContainText('600,000')
  await open('/my/plan')
  await expect(page.getByText(words('ownplan.cardNeeded'))).toBeVisible()
  await expect(page.getByRole('button', { name: words('ownplan.cardRemove') })).toHaveCount(0)
  await runSql(
    `update public.subscription set status = 'PENDING_CANCEL', canceled_at = now() where user_id = ${idOf(payer)}`,
  )
  await page.reload()
  await page.getByRole('button', { name: words('ownplan.cardRemove') }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessible()
  await dialog.getByRole('button', { name: words('ownplan.cardRemove') }).click()
  await expect(page.getByText(words('ownplan.cardMissing'))).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByRole('button', { name: words('ownplan.resume') })).toHaveCount(0)
  await expectAccessible()
  await page.getByRole('link', { name: words('ownplan.cardAdd') }).click()
  await expect(page.getByRole('button', { name: words('checkout.register') })).toBeVisible()
})
