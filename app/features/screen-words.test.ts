// Sentences of the screens that were wrong once.
import { expect, it } from 'vitest'
import enPlan from '#shared/messages/en/ownplan.json'
import enRuns from '#shared/messages/en/runs.json'
import enTeams from '#shared/messages/en/teams.json'
import enImport from '#shared/messages/en/transfer.json'
import koPlan from '#shared/messages/ko/ownplan.json'
import koRuns from '#shared/messages/ko/runs.json'
import koTeams from '#shared/messages/ko/teams.json'
import koImport from '#shared/messages/ko/transfer.json'
import { translate } from '#shared/words.ts'

it('screens 17: one follow-up is in the singular', () => {
  expect(translate(enRuns, 'uses.followUps', { count: 1 })).toBe('Follow-ups: 1')
  expect(translate(koRuns, 'uses.followUps', { count: 1 })).toBe('이어서 1번')
})

it('screens 17: the import says what each line needs, and where its defaults come from', () => {
  expect(enImport.import.columns).toContain('Each line needs title and prompt')
  expect(enImport.import.columns).toContain('taken from the choices below')
  expect(koImport.import.columns).toContain('줄마다 title과 prompt가 있어야')
  expect(koImport.import.columns).toContain('아래에서 고른 값')
})

it('screens 17: a plan that ended with a refund is called ended, not cancelled', () => {
  expect([enPlan.state.CANCELED, koPlan.state.CANCELED]).toEqual(['Paid plan ended', '유료 요금제 종료'])
})

it('screens 17: a member who joins a team reads that its owner sees the e-mail address', () => {
  expect(enTeams.seat.seen).toContain('your email address')
  expect(koTeams.seat.seen).toContain('이메일 주소')
})
