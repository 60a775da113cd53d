// Starts an analysis of a member's posts.
import type { Meter } from '#server/metering/meter.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { runSettings, startRun } from '#server/runs/execute-run.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { measureManner } from '#shared/manner.ts'
import { isPaidPlan, type PlanType } from '#shared/payments.ts'
import { estimateTone, toneAnswerTokens } from '#shared/tones.ts'
import { findPostProblems } from '#shared/tones-posts.ts'
import { readPosts } from './read-posts.ts'
import { toneKind, type Tone } from './tone-kind.ts'
import { toneAnswer, tonePrompt } from './tone-prompt.ts'

type ToneOrder = {
  member: { id: string; plan: PlanType }
  urls: string[]
  /** The language of the description. */
  language: Language
  /** The language of error messages during the run. */
  errorLanguage: Language
}

/**
 * Starts to learn the member's tone from three to ten posts.
 * @throws AppError minimum_count, too_many_links, invalid_url and duplicate_link with their field; plan_required;
 * no_tokens with detail; request_in_progress; daily_limit, site_limit
 */
export async function startTone(deps: Dependencies, order: ToneOrder): Promise<LiveRun> {
  const { member, urls, language } = order
  requirePosts(urls)
  // Links need a paid plan in every form (T16).
  if (!isPaidPlan(member.plan)) throw new AppError('plan_required')
  const { ceiling } = estimateTone(urls.length, deps.model.name)
  try {
    return await startRun(runSettings(deps, deps.model), {
      kind: toneKind,
      memberId: member.id,
      ceiling,
      input: { language: order.errorLanguage },
      async open(trx) {
        await trx
          .insertInto('user_tone')
          .values({ id: member.id })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        const { isDemo, name: model } = deps.model
        const { id } = await trx
          .insertInto('tone_analysis')
          .values({ user_id: member.id, urls, language, model, is_demo: isDemo })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          subjectId: id,
          attempt: 1,
          started: { type: 'started' as const, analysis_id: id, urls, is_demo: isDemo },
        }
      },
      async work({ meter, emit, signal }) {
        try {
          const posts = await readPosts(deps, urls, {
            memberId: member.id,
            signal,
            onLink: (link) => emit({ type: 'link', link }),
          })
          emit({ type: 'learning' })
          return await learn(meter, posts, language)
        } catch (error) {
          // Half a tone is useless, so a cancelled analysis is free.
          meter.waive()
          throw error
        }
      },
    })
  } catch (error) {
    throw await addErrorDetail(deps.database, error, { memberId: member.id, ceiling })
  }
}

function requirePosts(urls: readonly string[]): void {
  const [problem] = Object.entries(findPostProblems(urls))
  if (!problem) return
  const [field, { code, count }] = problem
  throw new AppError(code, { field, ...(count === undefined ? {} : { detail: { count } }) })
}

async function learn(meter: Meter, posts: readonly string[], language: Language): Promise<Tone> {
  const answer = await meter.object({
    ...tonePrompt(posts, language),
    outputTokensMax: toneAnswerTokens * 2,
    schema: toneAnswer,
    invalidCode: 'tone_create_failed',
  })
  return { ...answer, manner: measureManner(posts.join('\n')) }
}
