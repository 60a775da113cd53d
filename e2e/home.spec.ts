// The home page: its content for a visitor, and a member's own work on it.
import { expect, test } from './journey.ts'

/** The one button that writes and names its price. */
const priced = /·.*\d/

test('the home page leads a visitor to a form and a sample, a newcomer to a first text in three steps, and a member to the latest texts', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await open('/')
  await expectAccessible()
  const question = page.getByText(words('home.faq.failed.q'))
  await question.click()
  await expect(page.getByText(words('home.faq.failed.a'))).toBeVisible()
  await expect(page.getByRole('link', { name: words('home.tryExample') })).toBeVisible()
  await page
    .getByRole('link', { name: words('home.start') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/tool\/use\?tool=article$/)
  await expect(page.locator('[name="topic"]')).toHaveValue('')

  await signUp()
  await open('/')
  await expect(page.getByRole('heading', { name: words('home.work.title') })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: words('home.first.title') })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: words('starts.worker.topic') }).click()
  await expect(page.locator('[name="topic"]')).toHaveValue(words('starts.worker.topic'))
  await expect(page.locator('[name="purpose"]')).toHaveValue(words('starts.worker.purpose'))
  await open('/tool/use?tool=email')
  await page.locator('[name="topic"]').fill('Moving our meeting')
  await page.locator('[name="strong_points"]').fill('Friday at ten')
  await page.getByRole('button', { name: priced }).first().click()
  await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
  const title = await page.getByRole('textbox', { name: words('writing.pane.titleLabel') }).inputValue()
  await open('/')
  await expectAccessible()
  await expect(page.getByRole('heading', { level: 1, name: words('home.work.heading') })).toBeVisible()
  await expect(page.getByRole('heading', { name: words('home.faq.title') })).toHaveCount(0)
  const work = page.getByRole('region', { name: words('home.work.title') })
  await work.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/tool\/use\?tool=email&id=\d+$/)
})

test('the help is searched by a word, reports an empty result, and links to the screens it describes', async ({
  page,
  words,
  open,
  language,
  expectAccessible,
}) => {
  await open('/')
  await page.getByRole('link', { name: words('site.footer.help') }).click()
  const topics = page.getByRole('heading', { level: 2 })
  await expect(topics).toHaveCount(13)
  await expectAccessible()
  const search = page.getByRole('searchbox', { name: words('help.search') })
  await search.fill(language === 'ko' ? '복구 코드' : 'recovery codes')
  await expect(topics).toHaveCount(1)
  await search.fill('zzz')
  await expect(page.getByRole('status').filter({ hasText: words('help.none') })).toBeVisible()
  await test.step('a page leads to the topic that explains it', async () => {
    await open('/tool/keyword')
    await page.getByRole('link', { name: `${words('site.footer.help')}: ${words('keywords.title')}` }).click()
    await expect(page).toHaveURL(/\/help#keywords$/)
    await expect(page.locator('#keywords')).toBeInViewport()
    await expect(topics).toHaveCount(13)
  })
  // The address contains the search term, as it does without scripts.
  await search.fill('HWPX')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/help\?q=HWPX$/)
  await page.reload()
  await expect(search).toHaveValue('HWPX')
  await expect(topics).toHaveCount(1)
})
