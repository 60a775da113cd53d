import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Keeps the page's code away until the returned function is called: a slow line. */
async function holdBack(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a form that was filled and sent before the page came alive is sent with what was typed', async ({
  page,
  words,
  signUp,
  language,
}) => {
  await signUp()
  const release = await holdBack(page)
  await page.goto(`/${language}/tool/use?tool=article`, { waitUntil: 'commit' })
  await page.locator('textarea[name="topic"]').fill('도서관')
  await page.locator('input[name="target"]').fill('문 여는 시간')
  await page.getByRole('button', { name: /·/ }).first().click()
  release()
  await expect(page.getByRole('toolbar', { name: words('tools.editor.toolbar') })).toBeVisible()
  await expect(page.locator('textarea[name="topic"]')).toHaveValue('도서관')
  await expect(page.locator('input[name="target"]')).toHaveValue('문 여는 시간')
})

test('a button that was pressed before the page came alive does its work when it does', async ({
  page,
  words,
  language,
}) => {
  const release = await holdBack(page)
  await page.goto(`/${language}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: words('site.scheme.dark') }).click()
  release()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a panel that was opened before the page came alive shows what belongs in it', async ({
  page,
  words,
  signUp,
  language,
}) => {
  await signUp()
  const release = await holdBack(page)
  await page.goto(`/${language}/price`, { waitUntil: 'commit' })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /100,000/ })
    .click()
  release()
  await expect(page.getByRole('link', { name: words('usage.balance.all') })).toBeVisible()
})
