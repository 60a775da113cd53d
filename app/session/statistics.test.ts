import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logAction, logPageView } from './statistics.ts'
import type { Supabase } from './supabase.ts'

let cookie = ''
const written: string[] = []
const complain = vi.spyOn(console, 'warn').mockReturnValue()
const answer = vi.fn<typeof fetch>()

beforeEach(() => {
  cookie = ''
  written.length = 0
  complain.mockClear()
  answer.mockReset().mockImplementation(() => Promise.resolve(new Response(null, { status: 201 })))
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      written.push(text)
      cookie = text.split(';')[0] ?? ''
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const visitor = {
  backend: { url: 'http://127.0.0.1:9', key: 'public' },
  supabase: null,
  path: '/ko',
  memberId: null,
}
const rowOf = (call: number) => JSON.parse(answer.mock.calls[call]?.[1]?.body as string) as object

it('O06, O08: the first page of a day is unique and sets a one-day cookie, later ones are page views', async () => {
  await logPageView(visitor)
  await logPageView({ ...visitor, path: '/ko/price' })
  expect(written).toEqual(['visited=1; Max-Age=86400; Path=/; SameSite=Lax'])
  expect([rowOf(0), rowOf(1)]).toEqual([
    { type: 'VIEW', type_detail: 'VIEW_UNIQUE', url: '/ko', uuid: null },
    { type: 'VIEW', type_detail: 'VIEW_PAGE', url: '/ko/price', uuid: null },
  ])
  expect(answer.mock.calls[0]).toMatchObject([
    'http://127.0.0.1:9/rest/v1/statistic_log',
    { method: 'POST', headers: { apikey: 'public' }, keepalive: true },
  ])
})

it('O07, O08: a member’s rows carry the uuid, an action its detail', async () => {
  const rows: object[] = []
  const supabase = {
    from: () => ({ insert: (row: object) => Promise.resolve(rows.push(row) && { error: null }) }),
  } as unknown as Supabase
  await logPageView({ ...visitor, supabase: Promise.resolve(supabase), memberId: 'u1' })
  await logAction(supabase, { detail: 'SIGN_OUT', url: '/ko', uuid: 'u1' })
  expect(rows).toEqual([
    { type: 'VIEW', type_detail: 'VIEW_UNIQUE', url: '/ko', uuid: 'u1' },
    { type: 'ACTION', type_detail: 'SIGN_OUT', url: '/ko', uuid: 'u1' },
  ])
})

it('O09: a failure to log is only reported to the console', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await logPageView(visitor)
  answer.mockResolvedValueOnce(new Response(null, { status: 500 }))
  await logPageView(visitor)
  await logPageView({ ...visitor, supabase: Promise.reject(new Error('no client')) })
  const refusing = {
    from: () => ({ insert: () => Promise.resolve({ error: { message: 'too_many_requests' } }) }),
  } as unknown as Supabase
  await logAction(refusing, { detail: 'SIGN_IN', url: '/ko', uuid: null })
  expect(complain).toHaveBeenCalledTimes(4)
})
