import { expect, it } from 'vitest'
import { alarmKinds, type AlarmKind } from '#shared/alarms.ts'
import { languages, type Language } from '#shared/language.ts'
import en from '#shared/messages/en/alarms.json'
import enErrors from '#shared/messages/en/errors.json'
import ko from '#shared/messages/ko/alarms.json'
import koErrors from '#shared/messages/ko/errors.json'
import { translate } from '#shared/words.ts'
import { describeAlarm } from './alarm-text.ts'
import type { Translate } from '#app/session/words.tsx'

const words = { ko: { alarms: ko }, en: { alarms: en } }
function describe(kind: AlarmKind, data: object, language: Language, sourceId = '12') {
  const t: Translate<'alarms'> = (key, values) => translate(words[language], key, values)
  const alarm = { id: 1, kind, source_id: sourceId, data: { ...data }, is_read: false, created_at: '' }
  return describeAlarm(alarm, t, language)
}

it('N01, B34: every kind has a text in both languages, with and without data', () => {
  for (const language of languages)
    for (const kind of alarmKinds)
      for (const data of [
        {},
        { title: '제주', tokens: 100, percent: 80, date: '2026-12-01', is_show: false },
      ]) {
        const { title, text } = describe(kind, data, language)
        expect(title, kind).not.toMatch(/alarms\.|\{|^$/)
        expect(text ?? '', kind).not.toMatch(/alarms\.|\{/)
      }
})

it('T26: the alarm of a run names the finished text and links to it', () => {
  expect(describe('tool_execute', { tool: 'article', title: '제주 오름' }, 'ko', '41')).toEqual({
    title: '글을 다 썼어요',
    text: '제주 오름',
    href: '/ko/tool/use?tool=article&id=41',
  })
})

it('P16: the alarm of a review links to the published prompt, or to the page that edits it', () => {
  expect(describe('prompt_reviewed', { title: '제주', is_show: true }, 'ko', '7:9').href).toBe(
    '/ko/prompt/detail/7',
  )
  expect(describe('prompt_reviewed', { title: '제주', is_show: false }, 'ko', '7:9').href).toBe(
    '/ko/prompt/modify/7',
  )
  const down = describe(
    'prompt_reviewed',
    { title: '제주', is_show: false, is_taken_down: true },
    'ko',
    '7:9',
  )
  expect([down.title, down.href]).toEqual(['프롬프트가 목록에서 내려갔어요', '/ko/prompt/modify/7'])
})

it('B34: a low balance says how much is used and links to the plans', () => {
  expect(describe('balance_low', { percent: 95 }, 'en')).toMatchObject({
    title: 'You have used 95% of your tokens',
    href: '/en/price',
  })
})

it('a notice speaks the reader’s language and leads nowhere outside', () => {
  expect(describe('notice', { ko: '점검해요', en: 'Maintenance', path: '/price' }, 'en')).toEqual({
    title: 'Maintenance',
    text: null,
    href: '/en/price',
  })
  for (const path of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a?b',
  ])
    expect(describe('notice', { path }, 'ko').href).toBeNull()
})

it('B07, B34: the alarm of a team event links to the team, and contains no name', () => {
  for (const kind of ['team_invited', 'team_joined', 'team_removed'] as const)
    expect(describe(kind, { title: 'somebody' }, 'en')).toMatchObject({
      href: '/en/my/team',
      text: expect.not.stringContaining('somebody') as string,
    })
})

it('screens 17: the alarm of a returned edit differs from that of a returned prompt', () => {
  const data = { title: 'Plan', is_show: false }
  const whole = describe('prompt_reviewed', data, 'en').title
  expect(describe('prompt_reviewed', { ...data, is_edit: true }, 'en')).toMatchObject({
    title: expect.stringContaining('stays as it is') as string,
  })
  expect(whole).toBe('Your prompt couldn’t be published')
})

it('N06: an alarm that could not be made has a message in both languages', () => {
  expect(koErrors.alarm_create_failed).toContain('알림')
  expect(enErrors.alarm_create_failed).toContain('notification')
})
