// The session of the journey's member, as the browser stores it.
import type { Page } from '@playwright/test'
import { sessionCookieName } from '#shared/accounts.ts'

export type StoredSession = {
  access_token: string
  refresh_token: string
  expires_in: number
  user: { id: string }
}
export const isSessionCookie = ({ name }: { name: string }) =>
  new RegExp(`^${sessionCookieName}(\\.\\d+)?$`).test(name)

/** The part of the session that a script in the page can read. */
export async function readSession(page: Page): Promise<StoredSession> {
  const parts = (await page.context().cookies())
    .filter(isSessionCookie)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const text = parts.map(({ value }) => value).join('')
  return JSON.parse(Buffer.from(text.replace(/^base64-/, ''), 'base64url').toString('utf8')) as StoredSession
}

/** The key that the page's own calls carry. */
export const keyOf = async (page: Page) => /sb_publishable_[\w-]+/.exec(await page.content())?.[0] ?? ''
