// Paying with the simulator's cards, for journeys about payments and refunds.
import type { Page } from '@playwright/test'

export type Words = (key: string, values?: Record<string, string | number>) => string

export const won = (amount: number, language: string) =>
  language === 'ko' ? `${amount.toLocaleString('en-US')}원` : `₩${amount.toLocaleString('en-US')}`

/** Opens the result of the chosen card from the checkout. */
type Card = 'good' | 'declined' | 'slow'
export async function pay(page: Page, words: Words, card: Card): Promise<void> {
  await goToCard(page)
  await chooseCard(page, words, card)
}
export async function goToCard(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('main').locator('button[type="submit"]').click()
  await page.waitForURL(/\/payment\/simulator/)
}
export async function chooseCard(page: Page, words: Words, card: Card): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${words(`simulator.cards.${card}.name`)}`) }).check()
  await page.getByRole('button', { name: words('simulator.go') }).click()
}

/** A member's id, for a statement. */
export const idOf = (name: string) => `(select id from public."user" where nickname = '${name}')`
