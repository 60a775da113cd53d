// An analysis of a member's posts: a run with its own row, hold and idempotency_key. What it finds becomes the member's tone in SQL, with the row.
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Meter } from '#server/metering/meter.ts'
import { runSettings, startRun } from '#server/metering/metered-run.ts'
import { refusalWithFacts } from '#server/metering/refusal-with-facts.ts'
import type { LiveRun } from '#server/metering/run-keeper.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { isPaidPlan, type PlanType } from '#shared/payments.ts'
import {
  estimateTone,
  toneAnswerTokens,
  type ToneEvent,
  type ToneIcon,
  type ToneLink,
} from '#shared/tones.ts'
import { findPostProblems } from '#shared/tones-posts.ts'
import { readPosts } from './read-posts.ts'
import { toneAnswer, tonePrompt } from './tone-prompt.ts'

type ToneOrder = {
  member: { id: string; plan: PlanType }
  urls: string[]
  /** Of the description. */
  language: Language
  /** Of the error words that go out while it runs. */
  errorLanguage: Language
}
type Tone = { title: string; description: string; icon: ToneIcon; result: string }

/**
 * Starts to learn the member's tone from three to ten posts.
 * @throws AppError minimum_count, too_many_links, invalid_url and duplicate_link with their field; plan_required; no_tokens with detail;
 * request_in_progress; daily_limit, site_limit
 */
export async function startTone(parts: Parts, order: ToneOrder): Promise<LiveRun> {
  const { member, urls, language } = order
  requirePosts(urls)
  // Links need a paid plan wherever they are given (T16).
  if (!isPaidPlan(member.plan)) throw new AppError('plan_required')
  const { ceiling } = estimateTone(urls.length, parts.model.name)
  const links: ToneLink[] = []
  let tone: Tone | null = null
  try {
    return await startRun<ToneEvent>(runSettings(parts, parts.model), {
      spender: member.id,
      ceiling,
      async open(trx) {
        await trx
          .insertInto('user_tone')
          .values({ id: member.id })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        const { isDemo, name: model } = parts.model
        const { id } = await trx
          .insertInto('tone_analysis')
          .values({ user_id: member.id, urls, language, model, is_demo: isDemo })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          key: { table: 'tone_analysis', id, attempt: 1 },
          events: [{ type: 'started', analysis_id: id, urls, is_demo: isDemo }],
        }
      },
      onWaiting: (_db, _key, position) => Promise.resolve([{ type: 'queued', position }]),
      async work(meter, emit, signal) {
        try {
          const posts = await readPosts(parts, urls, {
            memberId: member.id,
            signal,
            told(link) {
              links.push(link)
              emit({ type: 'link', link })
            },
          })
          emit({ type: 'learning' })
          tone = await learn(meter, posts, language)
        } catch (error) {
          // Half a tone is none: who stops has nothing, and pays nothing.
          meter.waive()
          throw error
        }
      },
      async close(trx, key, outcome) {
        await trx
          .updateTable('tone_analysis')
          .set({
            ...(outcome.status === 'done' && tone),
            status: outcome.status,
            links: JSON.stringify(links),
            error_code: outcome.error?.code ?? null,
            token: outcome.token,
            token_input: outcome.usage.input,
            token_output: outcome.usage.output,
            duration: outcome.durationMs,
          })
          .where('id', '=', key.id)
          .execute()
        const { tokens: available } = await availableBalance(trx, member.id)
        const { status, token, error } = outcome
        return [
          ...(error ? [failureEvent(error, order.errorLanguage)] : []),
          { type: 'done', status, token, available },
        ]
      },
    })
  } catch (error) {
    throw await refusalWithFacts(parts.database, error, { memberId: member.id, ceiling })
  }
}

export const failureEvent = (error: AppError, language: Language): ToneEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(error, language),
})

function requirePosts(urls: readonly string[]): void {
  const [problem] = Object.entries(findPostProblems(urls))
  if (!problem) return
  const [field, { code, count }] = problem
  throw new AppError(code, { field, ...(count === undefined ? {} : { detail: { count } }) })
}

function learn(meter: Meter, posts: readonly string[], language: Language): Promise<Tone> {
  return meter.object({
    ...tonePrompt(posts, language),
    outputTokensMax: toneAnswerTokens * 2,
    schema: toneAnswer,
    invalidCode: 'tone_create_failed',
  })
}
