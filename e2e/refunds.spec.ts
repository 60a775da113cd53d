// Refunds by an operator, as operator and member see them.
import type { Locator, Page, Request } from '@playwright/test'
import { idOf, pay, won, type Words } from './cards.ts'
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

/** Opens the dialog of a member's only payment, as the operator who is signed in. */
async function openRefund(
  page: Page,
  words: Words,
  { open, payer }: { open: (path: string) => Promise<void>; payer: string },
): Promise<Locator> {
  const [{ id }] = (await runSql(`select ${idOf(payer)} as id`)) as [{ id: string }]
  await open(`/admin/member/${id}`)
  await page.getByRole('link', { name: words('members.payments') }).click()
  await page.getByRole('button', { name: words('refunds.action') }).click()
  return page.getByRole('dialog')
}

test('M18, B19, N01: an operator refunds a part of a payment; its member is notified, and loses that share of the tokens', async ({
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
  await open('/payment/checkout?pack=tokens_small')
  await pay(page, words, 'good')
  await expect(page.locator('header').first()).toContainText('400,000')
  const payersCookies = await context.cookies()

  await context.clearCookies()
  await makeOperator(await signUp())
  const dialog = await openRefund(page, words, { open, payer })
  await dialog.getByLabel(words('refunds.amount')).fill('2,300')
  await dialog.getByRole('button', { name: words('refunds.action') }).click()
  await expect(dialog.getByText(words('errors.field.required'))).toBeVisible()
  await expectAccessible()
  await dialog.getByLabel(words('refunds.reason')).fill('고객 요청')
  await dialog.getByRole('button', { name: words('refunds.action') }).click()
  await expect(page.getByText(words('refunds.done'))).toBeVisible()
  const stateOf = (state: string) =>
    page.getByText(`${words(`refunds.state.${state}`)} · ${won(2_300, language)}`)
  await expect(stateOf('DONE')).toBeVisible()
  await expectAccessible()

  await test.step('one whose answer does not come ends on the screen by itself', async () => {
    const lost: Request[] = []
    await interfere(page, '**/v1/payment/refund', async (route) => {
      lost.push(route.request())
      await route.abort()
    })
    await page.getByRole('button', { name: words('refunds.action') }).click()
    await dialog.getByLabel(words('refunds.amount')).fill('2,300')
    await dialog.getByLabel(words('refunds.reason')).fill('고객 요청')
    await dialog.getByRole('button', { name: words('refunds.action') }).click()
    await expect(page.getByText(words('refunds.open'))).toBeVisible()
    await expect(stateOf('OPEN')).toBeVisible()
    const [asked] = lost
    await page.request.post(asked!.url(), {
      headers: { authorization: (await asked!.headerValue('authorization')) ?? '' },
      data: asked!.postDataJSON(),
    })
    await expect(stateOf('DONE')).toHaveCount(2)
    await expect(stateOf('OPEN')).toHaveCount(0)
  })

  await context.clearCookies()
  await context.addCookies(payersCookies)
  await open('/my/plan')
  await expect(page.getByText(words('ownplan.refunded', { amount: won(4_600, language) }))).toBeVisible()
  await expect(page.locator('header').first()).toContainText('200,000')
  await open('/my/alarm')
  const alarm = page.getByRole('main').getByRole('listitem')
  await expect(alarm.filter({ hasText: words('alarms.kind.payment_refunded.title') })).toHaveCount(2)
})

test('M18, B19: an operator ends a yearly plan with a refund of its rest; the member sees the plan end and the amount @en', async ({
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
  await open('/payment/checkout?plan=pro&period=year')
  await pay(page, words, 'good')
  await page.waitForURL(/\/payment\/confirm\?order=\w+$/)
  await expect(page.locator('header').first()).toContainText('2,100,000')
  await open('/my/plan')
  const state = (name: string) => page.getByText(words(`ownplan.state.${name}`), { exact: true })
  await expect(state('ACTIVE')).toBeVisible()
  const payersCookies = await context.cookies()

  await context.clearCookies()
  await makeOperator(await signUp())
  const dialog = await openRefund(page, words, { open, payer })
  await dialog.getByLabel(words('refunds.amount')).fill('100,000')
  await dialog.getByLabel(words('refunds.endsPlan')).check()
  await dialog.getByLabel(words('refunds.reason')).fill('고객 요청')
  await expectAccessible()
  await dialog.getByRole('button', { name: words('refunds.action') }).click()
  await expect(page.getByText(words('refunds.done'))).toBeVisible()

  await context.clearCookies()
  await context.addCookies(payersCookies)
  await open('/my/plan')
  await expect(state('ACTIVE')).toHaveCount(0)
  await expect(page.getByText(words('ownplan.refunded', { amount: won(100_000, language) }))).toBeVisible()
})
