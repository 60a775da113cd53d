// The information before a payment: on the price page, in the checkout and in the terms.
import { renewalNoticeDays } from '#shared/payments.ts'
import { expect, test } from './journey.ts'

test('M01, L03: the price page compares plans and answers questions, and the checkout names price, payee and refund terms', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await open('/price')
  const table = page.getByRole('table')
  const row = (name: string) => table.getByRole('row', { name: words(`pricing.compare.row.${name}`) })
  await expect(row('links').getByRole('cell')).toHaveText(
    ['no', 'yes', 'yes', 'yes'].map((has) => words(`pricing.compare.${has}`)),
  )
  await expect(row('seats').getByRole('cell').last()).toHaveText(
    words('pricing.compare.people', { count: 5 }),
  )
  await expect(row('tokens').getByRole('cell').nth(1)).toHaveText('500,000')
  await page.getByText(words('pricing.faq.refund.q')).click()
  await expect(page.getByText(words('pricing.faq.refund.a', { days: 7 }))).toBeVisible()
  await expect(page.getByText(words('pricing.lead', { days: 7 }))).toBeVisible()
  await expectAccessible()

  await signUp()
  await open('/payment/checkout?plan=basic&period=month')
  const main = page.getByRole('main')
  await expect(main).toContainText(words('checkout.refund', { days: 7 }))
  await expect(main).toContainText(words('checkout.renewalNotice', { days: renewalNoticeDays }))
  await expect(main).toContainText(words('checkout.provider.simulator'))
  await expect(main.getByRole('region', { name: words('checkout.seller') })).toContainText(
    words('business.missing'),
  )
  await expect(main.getByText(words('checkout.next'), { exact: true })).toBeVisible()
  await expectAccessible()
  await open('/terms/use#withdrawal')
  await expect(page.locator('#withdrawal')).toContainText(language === 'ko' ? '7일 안에' : 'Within 7 days')
  await expect(page.locator('#business')).toContainText(words('business.missing'))
  await open('/terms/privacy')
  await expect(page.locator('#share')).toContainText(words('processors.hosting.task'))
  await expect(page.locator('#abroad')).toContainText(words('processors.abroadNone'))
})
