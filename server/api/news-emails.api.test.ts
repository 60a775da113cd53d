// Important notices go as e-mails to members who subscribed, in the language of their subscription, until they
// unsubscribe.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailbox, deliver } from '#server/testing/mailbox.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { remindNewsConsents } from '#server/features/accounts/news-consents.ts'
import { announceNotices, publish } from '#server/features/articles/publish.ts'
import type { Publication } from '#server/features/articles/read-publication.ts'

let test: TestProduct
const box = createMailbox()
const { sent } = box
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())
beforeEach(() => {
  sent.length = 0
})

async function announce(key: string, change: Partial<Publication> = {}): Promise<void> {
  await publish(test.database, {
    kind: 'notice',
    type: 'update',
    is_important: true,
    key,
    published_at: 'now',
    title_ko: '새 도구가 나왔어요',
    title_en: 'A new tool',
    summary_ko: '이력서를 써 드려요.',
    summary_en: 'It writes CVs.',
    content_ko: '본문',
    content_en: 'Text',
    ...change,
  } as Publication)
  await announceNotices(test.database)
  await announceNotices(test.database)
  await deliver(test, box.mail)
}
const setNews = (member: Member, isWanted: boolean, language = 'ko') =>
  test.post(
    '/v1/auth/user/update',
    { uuid: member.id, update: { is_email_reception: isWanted } },
    member.token,
    { 'accept-language': language },
  )
async function memberWith(email: string | null): Promise<Member> {
  const member = await test.member()
  await sql`update public."user" set email = ${email} where id = ${member.id}::uuid`.execute(test.database)
  return member
}

it('rows1 3, R12: an important notice goes once to each subscribed member, in the language of the subscription, and to no one else', async () => {
  const [korean, english, silent, gone] = [
    await memberWith('ko@example.com'),
    await memberWith('en@example.com'),
    await memberWith('silent@example.com'),
    await memberWith('gone@example.com'),
  ]
  await setNews(await memberWith(null), true)
  await setNews(korean, true, 'ko')
  await setNews(english, true, 'en')
  await setNews(gone, true)
  await setNews(gone, false)
  expect(silent.id).not.toBe(gone.id)
  await announce('tool')
  await announce('quiet', { is_important: false })
  expect(Object.fromEntries(sent.map(({ to, subject }) => [to, subject]))).toEqual({
    'en@example.com': '(Ad) A new tool',
    'ko@example.com': '(광고) 새 도구가 나왔어요',
  })
  expect(sent).toHaveLength(2)
  const email = sent.find(({ to }) => to === 'en@example.com')!
  expect(email.text).toMatch(/It writes CVs\.[^]*\/en\/notice\/detail\/\d+[^]*\/en\/mail\/refuse\?token=/)
  expect(email.text + email.html).not.toMatch(/emails\.\w|\{\w+/)
})

it('rows1 3: one click unsubscribes without a sign-in; a changed token does nothing', async () => {
  const member = await memberWith('stop@example.com')
  await setNews(member, true)
  await announce('event', { type: 'event' })
  const { subject, refusalUrl } = sent.find(({ to }) => to === 'stop@example.com')!
  expect(subject).toBe('(광고) 새 도구가 나왔어요')
  const { search } = new URL(refusalUrl!)
  expect(
    (await test.post(`/v1/mail/refuse${search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`, {}))
      .status,
  ).toBe(404)
  expect((await test.post(`/v1/mail/refuse${search}`, {})).status).toBe(200)
  sent.length = 0
  await announce('later')
  expect(sent.map(({ to }) => to)).not.toContain('stop@example.com')
})

it('L02: readers of news are reminded of their consent after two years, once, with its day and a way to end it', async () => {
  const agreedAt = async (member: Member, at: string) => {
    await setNews(member, true, 'en')
    await sql`insert into public.user_consent (user_id, kind, version, is_given, created_at)
      values (${member.id}::uuid, 'news', '2026-11-25', true, ${at}::timestamptz)`.execute(test.database)
  }
  const [due, young, ended] = [
    await memberWith('due@example.com'),
    await memberWith('young@example.com'),
    await memberWith('ended@example.com'),
  ]
  await agreedAt(due, '2024-01-31T20:00:00Z')
  await agreedAt(young, new Date().toISOString())
  await agreedAt(ended, '2024-01-31T20:00:00Z')
  await setNews(ended, false)
  for (let run = 0; run < 2; run++) {
    await remindNewsConsents(test.database)
    await deliver(test, box.mail)
  }
  expect(sent.map(({ to }) => to)).toEqual(['due@example.com'])
  // The day in Korea.
  expect(sent[0]!.text).toContain('February 1, 2024')
  const token = new URL(sent[0]!.refusalUrl!).searchParams.get('token')
  expect((await test.post(`/v1/mail/refuse?token=${token}`, {})).status).toBe(200)
  const { rows } =
    await sql`select is_email_reception as wants from public."user" where id = ${due.id}::uuid`.execute(
      test.database,
    )
  expect(rows).toEqual([{ wants: false }])
})
