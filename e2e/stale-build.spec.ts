// Somebody whose page is of an earlier build, parts of which are gone.
import { expect, test } from './journey.ts'

test('O13: a page that is gone reloads once, then offers to, and a person may always reload @ko', async ({
  page,
  words,
  language,
}) => {
  // The ten seconds in which it does not reload again are not over in this test, however slow the machine.
  await page.clock.setFixedTime(new Date())
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/price-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/${language}`)
  const price = page.getByRole('link', { name: words('site.nav.price') }).first()

  await price.click()
  await expect.poll(() => loads).toBe(2)

  await price.click()
  const reload = page.getByRole('button', { name: words('site.build.reload') })
  await reload.waitFor()
  expect(loads).toBe(2)

  await reload.click()
  await expect.poll(() => loads).toBe(3)
})
