// Routes of keyword research, next to the writing tools under /v1/ai/tool.
import { Hono } from 'hono'
import { analyseKeyword } from '#server/features/keywords/analyse-keyword.ts'
import { checkRank } from '#server/features/keywords/check-rank.ts'
import { openBrief } from '#server/features/keywords/read-brief.ts'
import { readKeywordTrend } from '#server/features/keywords/keyword-trend.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { keywordDataSchema, keywordTrendSchema } from '#shared/keywords-form.ts'
import { findKeywordProblem, keywordLimits } from '#shared/keywords.ts'
import { readMemberRequest, runBody } from './member-request.ts'
import { requireConsents } from './require-member.ts'
import { parseFields } from './request-body.ts'

export function keywordRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/keyword-data', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, deps)
      const { keyword, free_only: isFreeOnly } = parseFields(keywordDataSchema, { keyword: '', ...fields })
      requireKeyword(keyword)
      requireConsents(member)
      return c.json({ result: await once(() => analyseKeyword(deps, { member, keyword, isFreeOnly })) })
    })
    .post('/keyword-brief', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, deps)
      const { keyword, free_only: isFreeOnly } = parseFields(keywordDataSchema, { keyword: '', ...fields })
      requireKeyword(keyword)
      requireConsents(member)
      return c.json({ result: await once(() => openBrief(deps, { member, keyword, isFreeOnly })) })
    })
    .post('/keyword-rank', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { id } = parseFields(runBody, fields)
      return c.json({ result: await checkRank(deps, { memberId: member.id, id }) })
    })
    .post('/keyword-trend', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { keywords } = parseFields(keywordTrendSchema, fields)
      keywords.forEach(requireKeyword)
      return c.json({ result: await readKeywordTrend(deps, { memberId: member.id, keywords }) })
    })
}

/** @throws AppError enter_keyword, keyword_too_short, invalid_field */
function requireKeyword(keyword: string): void {
  const problem = findKeywordProblem(keyword)
  if (!problem) return
  if (problem === 'field.too_long')
    throw new AppError('invalid_field', {
      field: 'keyword',
      detail: { rule: 'too_long', count: keywordLimits.maxLength },
    })
  throw new AppError(problem, { field: 'keyword', detail: { count: keywordLimits.minLength } })
}
