import { expect, it } from 'vitest'
import { surveyExpertises, surveyFinds, surveyUses } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import en from '#shared/messages/en/accounts.json'
import ko from '#shared/messages/ko/accounts.json'
import type { Api } from '#app/session/api.ts'
import type { MemberRecord } from '#app/session/session.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { findInviter, readSurvey, saveSurvey, signUp } from './accounts-data.ts'
import { isInAppBrowser } from './in-app-browser.ts'

it('A06, A07, A08: every value of the survey has a label in both languages', () => {
  for (const words of [ko.referrer, en.referrer]) {
    expect(new Set(Object.keys(words.use))).toEqual(new Set(['label', ...surveyUses]))
    expect(new Set(Object.keys(words.expertise))).toEqual(new Set(['label', ...surveyExpertises]))
    expect(new Set(Object.keys(words.find))).toEqual(new Set(['label', ...surveyFinds]))
  }
})

it('A06 to A08: unknown values count as unanswered, and a code is read in any letter case', () => {
  const form = new FormData()
  form.set('use', 'work')
  form.set('expertise', 'hacker')
  form.set('recommend_code', ' abcd2345 ')
  expect(readSurvey(form)).toEqual({ use: 'work', expertise: null, find: null, recommend_code: 'ABCD2345' })
})

it('A40: without a member the survey is neither saved nor refused', async () => {
  const untouched = { from: () => expect.unreachable('A visitor wrote.') } as unknown as Supabase
  await expect(saveSurvey(untouched, null, readSurvey(new FormData()))).resolves.toBeUndefined()
  await expect(saveSurvey(null, null, readSurvey(new FormData()))).resolves.toBeUndefined()
})

it('sql P8, B28: a code that was not saved is reported as one that cannot be used', async () => {
  const saving = (stored: string | null) =>
    ({
      from: () => ({
        upsert: () => ({
          select: () => Promise.resolve({ data: [{ recommend_code: stored }], error: null }),
        }),
      }),
    }) as unknown as Supabase
  const answers = { ...readSurvey(new FormData()), recommend_code: 'ABCD2345' }
  const member = { id: 'm' } as MemberRecord
  await expect(saveSurvey(saving('ABCD2345'), member, answers)).resolves.toBeUndefined()
  await expect(saveSurvey(saving(null), member, answers)).rejects.toMatchObject({
    code: 'invite_code_unusable',
  })
})

it('A10: an incomplete code is not looked up', async () => {
  const untouched = {
    rpc: () => expect.unreachable('An incomplete code was looked up.'),
  } as unknown as Supabase
  expect(await findInviter(untouched, 'ABCD')).toBeNull()
})

function newcomer() {
  const done: string[] = []
  const supabase = {
    auth: {
      getSession: async () => ({
        data: {
          session: {
            user: {
              id: 'u',
              app_metadata: { provider: 'kakao' },
              identities: [
                { provider: 'google', identity_id: 'g', user_id: 'u' },
                { provider: 'kakao', identity_id: 'k', user_id: 'u' },
              ],
            },
          },
        },
      }),
      refreshSession: async () => (done.push('refresh'), { error: null }),
    },
  } as unknown as Supabase
  return { supabase, done }
}

it('A03, L01: the identity of the provider just used is registered, the consents are recorded, and the session is refreshed', async () => {
  const { supabase, done } = newcomer()
  const json = async (path: string, request?: { body?: unknown }) =>
    done.push(`${path} ${JSON.stringify(request?.body)}`)
  await signUp(supabase, { json } as unknown as Api, { language: 'ko', consents: { news: true } })
  expect(done).toEqual([
    '/auth/sign/up {"lang":"ko","uuid":"k"}',
    '/auth/user/consent {"uuid":"u","age":true,"terms":true,"privacy":true,"news":true}',
    'refresh',
  ])
})

it('A04, rows1 2: who turns out to be registered already only gets a fresh session', async () => {
  const { supabase, done } = newcomer()
  const json = (path: string) =>
    path === '/auth/sign/up' ? Promise.reject(new AppError('already_signed_up')) : Promise.resolve()
  await signUp(supabase, { json } as unknown as Api, { language: 'ko', consents: { news: true } })
  expect(done).toEqual(['refresh'])
})

it('A39: an account that was deleted recently is reported as such', async () => {
  const { supabase } = newcomer()
  const json = () => Promise.reject(new AppError('deleted_account'))
  await expect(
    signUp(supabase, { json } as unknown as Api, { language: 'ko', consents: { news: true } }),
  ).rejects.toMatchObject({
    code: 'deleted_account',
  })
})

it('in-app browsers are known, ordinary ones are not', () => {
  expect(isInAppBrowser('Mozilla/5.0 (iPhone) AppleWebKit/605 KAKAOTALK 10.4')).toBe(true)
  expect(isInAppBrowser('Mozilla/5.0 NAVER(inapp; search; 1000; 12.0)')).toBe(true)
  expect(isInAppBrowser('Mozilla/5.0 (iPhone) Instagram 300.0')).toBe(true)
  expect(
    isInAppBrowser('Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36'),
  ).toBe(false)
})
