// A payment on Toss Payments' own page, replaced by a script that returns immediately, and a fake of its API.
import { slipOf, startFakeToss } from '#server/adapters/fakes/fake-toss.ts'
import { acceptConsents, expect, test } from './journey.ts'
import { startProduct } from './product.ts'

/** The part of `https://js.tosspayments.com/v2/standard` that this page uses. */
const sdk = `window.TossPayments = () => ({
  payment: ({ customerKey }) => ({
    requestBillingAuth: async ({ successUrl }) => {
      const authKey = await (await fetch('https://api.tosspayments.com/test-card?customerKey=' + customerKey)).text()
      location.href = successUrl + '&' + new URLSearchParams({ customerKey, authKey })
    },
    requestPayment: ({ failUrl, orderId }) => {
      location.href = failUrl + '&' + new URLSearchParams({ code: 'PAY_PROCESS_CANCELED', message: 'x', orderId })
    },
  }),
})`

test.describe('with keys of Toss Payments', { tag: '@en' }, () => {
  test('M02, row 112: the card page is reached from the price list, and leads back to a paid plan or a cancelled order; card slips open at Toss', async ({
    page,
    words,
  }) => {
    const toss = await startFakeToss()
    const product = await startProduct({ DEMO_DELAY_MS: '4', ...toss.env })
    try {
      await page.route('https://js.tosspayments.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: sdk }),
      )
      await page.route('https://api.tosspayments.com/test-card**', (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          body: toss.authorize(new URL(route.request().url()).searchParams.get('customerKey') ?? ''),
        }),
      )
      const open = (path: string) => page.goto(`${product.origin}/en${path}`)
      await open('/sign/in')
      await page.getByRole('button', { name: 'Google' }).click()
      await page.locator('input[name="name"]').fill('payer')
      await page.locator('input[name="email"]').fill('payer@example.com')
      await page.locator('button[value="typed"]').click()
      await acceptConsents(page)
      await page.waitForURL(/\/sign\/referrer/)

      await open('/price')
      const plan = words('payments.plan.pro.name')
      await page.getByRole('link', { name: words('payments.action.choose', { plan }) }).click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: words('checkout.pay', { price: '₩19,900' }) }).click()
      await expect(
        page.getByRole('heading', { name: words('outcome.confirm.done.subscription', { plan }) }),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/payment\/confirm\?order=\w+$/)
      expect([...toss.charges.values()].map(({ totalAmount }) => totalAmount)).toEqual([19_900])

      await open('/payment/checkout?pack=images_small')
      await page.getByRole('radio', { name: words('checkout.choice.new') }).check()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: words('checkout.pay', { price: '₩3,900' }) }).click()
      await expect(page.getByRole('heading', { name: words('outcome.failure.titleCanceled') })).toBeVisible()
      expect(toss.charges.size).toBe(1)

      // The stored card pays a pack at once. Its slip is late, and found from the receipt.
      toss.hasSlips = false
      await open('/payment/checkout?pack=images_small')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: words('checkout.pay', { price: '₩3,900' }) }).click()
      const pack = words('payments.pack.names.images_small')
      await expect(
        page.getByRole('heading', { name: words('outcome.confirm.done.pack', { pack }) }),
      ).toBeVisible()
      const charge = [...toss.charges.values()].at(-1)!
      expect(charge).toMatchObject({ totalAmount: 3_900, type: 'BILLING' })
      await open('/my/plan')
      const line = (what: string) => page.locator('#orders ~ ul > li').filter({ hasText: what })
      const slipOfPlan = line(plan).getByRole('link', { name: words('ownplan.slip') })
      await expect(slipOfPlan).toHaveAttribute('href', /^https:\/\/dashboard\.tosspayments\.com\//)
      await expect(slipOfPlan).toHaveAttribute('target', '_blank')
      await expect(line(pack).getByRole('link', { name: words('ownplan.slip') })).toHaveCount(0)
      await line(pack)
        .getByRole('link', { name: words('ownplan.receipt') })
        .click()
      const find = page.getByRole('button', { name: words('receipt.slipFind') })
      await find.press('Enter')
      await expect(page.getByText(words('receipt.slipNone'))).toBeVisible()
      charge.receipt = slipOf(charge.paymentKey)
      await find.press('Enter')
      const slip = page.getByRole('link', { name: words('receipt.slip') })
      await expect(slip).toHaveAttribute('href', charge.receipt.url)
      await expect(slip).toBeFocused()
    } finally {
      await product.stop()
      await toss.close()
    }
  })
})
