// Accepts an article and lets it run: reservation, row, events, settlement.
import { logFailure } from '#server/log-failure.ts'
import { sql, type Transaction } from 'kysely'
import { errorMessage } from '#server/error-words.ts'
import { availableBalance, findHold } from '#server/metering/ledger.ts'
import { startRun, type Outcome } from '#server/metering/metered-run.ts'
import type { Database, Tables } from '#server/outside/database.ts'
import type { ModelFile } from '#server/outside/models.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { isPaidPlan, type PlanType } from '#shared/payments.ts'
import type { ArticleForm } from '#shared/tools-form.ts'
import { estimateArticle } from '#shared/usage.ts'
import { articleStages, emptyDraft, writeArticle, type ArticleDraft, type ArticleOrder } from './article.ts'
import { causeOfRun, runIdOfCause } from './run-cause.ts'
import type { LiveRun } from './run-registry.ts'

export type ArticleRequest = {
  member: { id: string; plan: PlanType }
  form: ArticleForm
  file: ModelFile | null
  /** Of the error words that go out while it runs. */
  language: Language
}

/**
 * Starts writing. The run goes on whatever becomes of the caller.
 * @returns the run, to be followed
 * @throws AppError plan_required, invalid_field (tone, thumbnail), no_tokens with detail, request_in_progress with the run's id
 */
export async function startArticle(parts: Parts, request: ArticleRequest): Promise<LiveRun> {
  const { member, form, file } = request
  if (form.thumbnail) throw new AppError('invalid_field', { field: 'thumbnail', detail: { rule: 'invalid' } })
  if (hasUrl(form.topic + '\n' + form.information) && !isPaidPlan(member.plan))
    throw new AppError('plan_required')
  const order: ArticleOrder = {
    form,
    file,
    customTone: form.tone === 'custom' ? await readCustomTone(parts.database, member.id) : null,
  }
  const { ceiling } = estimateArticle({ ...form, hasFile: file !== null }, parts.model.name)
  try {
    return await run(parts, request, order, ceiling)
  } catch (error) {
    throw await explainRefusal(parts.database, error, member.id, ceiling)
  }
}

async function run(
  parts: Parts,
  request: ArticleRequest,
  order: ArticleOrder,
  ceiling: number,
): Promise<LiveRun> {
  const { database, model, runs } = parts
  const draft = emptyDraft()
  let runId = 0
  let live: LiveRun | null = null
  try {
    const started = await startRun(
      {
        database,
        model,
        leaseSeconds: parts.config.runs.leaseSeconds,
        timeoutMs: parts.config.models.timeoutSeconds * 1000,
      },
      {
        spender: request.member.id,
        ceiling,
        async open(trx) {
          runId = await insertRun(trx, request, model)
          live = runs.open(runId, request.member.id)
          live.emit({
            type: 'started',
            run_id: runId,
            stages: articleStages(order),
            ceiling,
            is_demo: model.isDemo,
          })
          return { cause: causeOfRun(runId), toolUseId: runId }
        },
        work: (meter, signal) =>
          parts.capacity.run(signal, () => writeArticle(meter, order, draft, (event) => live!.emit(event))),
        save: createSaver(draft, () => runId),
        close: (trx, outcome) => closeRun(trx, { runId, draft, outcome, memberId: request.member.id }),
      },
    )
    runs.attach(runId, started)
    void started.finished.then((outcome) => announceEnd(parts, { live: live!, draft, outcome, request }))
    return live!
  } catch (error) {
    if (live) runs.close(runId, { isNow: true })
    throw error
  }
}

async function insertRun(
  trx: Transaction<Tables>,
  request: ArticleRequest,
  model: Parts['model'],
): Promise<number> {
  const { form, file, member } = request
  const row = await trx
    .insertInto('tool_use')
    .values({
      user_id: member.id,
      tool: 'article',
      status: 'queued',
      stage: 'request',
      request: JSON.stringify({ ...form, file: file?.name ?? null }),
      language: form.language,
      model: model.name,
      is_demo: model.isDemo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Writes what has changed since the last time; otherwise only looks whether somebody asked to stop. */
function createSaver(draft: ArticleDraft, runId: () => number): (db: Database) => Promise<boolean> {
  let saved = ''
  return async (db) => {
    const state = `${draft.stage} ${draft.content.length}`
    if (state === saved) {
      const row = await db
        .selectFrom('tool_use')
        .select('stop_requested_at')
        .where('id', '=', runId())
        .executeTakeFirst()
      return row === undefined || row.stop_requested_at !== null
    }
    const row = await db
      .updateTable('tool_use')
      .set({ ...columnsOf(draft), status: draft.stage === 'request' ? 'queued' : 'running' })
      .where('id', '=', runId())
      .where('status', 'in', ['queued', 'running'])
      .returning('stop_requested_at')
      .executeTakeFirst()
    saved = state
    return row !== undefined && row.stop_requested_at !== null
  }
}

/** The first title stands until the member chooses another. */
function columnsOf(draft: ArticleDraft) {
  return {
    stage: draft.stage,
    outline: draft.outline,
    titles: draft.titles,
    title: draft.titles[0] ?? null,
    content: draft.content,
    tags: draft.tags,
  }
}

type Closing = { runId: number; draft: ArticleDraft; outcome: Outcome; memberId: string }

async function closeRun(
  trx: Transaction<Tables>,
  { runId, draft, outcome, memberId }: Closing,
): Promise<void> {
  const isDone = outcome.status === 'done'
  await trx
    .updateTable('tool_use')
    .set({
      ...columnsOf(draft),
      status: outcome.status,
      stage: isDone ? 'done' : draft.stage,
      error_code: outcome.error?.code ?? null,
      token: outcome.token,
      token_input: outcome.usage.input,
      token_output: outcome.usage.output,
      duration: outcome.durationMs,
      ...(isDone ? { saved_at: sql<string>`now()` } : {}),
    })
    .where('id', '=', runId)
    .execute()
  if (!isDone) return
  await trx
    .insertInto('user_alarm')
    .values({
      user_id: memberId,
      kind: 'tool_execute',
      source_id: String(runId),
      data: JSON.stringify({ tool: 'article', title: draft.titles[0] ?? '' }),
    })
    .execute()
}

type End = { live: LiveRun; draft: ArticleDraft; outcome: Outcome; request: ArticleRequest }

async function announceEnd(parts: Parts, { live, draft, outcome, request }: End): Promise<void> {
  if (outcome.status === 'done') {
    live.emit({ type: 'stage', stage: 'saving', state: 'done' })
    live.emit({ type: 'stage', stage: 'done', state: 'done' })
  }
  if (outcome.error) {
    live.emit({
      type: 'error',
      code: outcome.error.code,
      message: errorMessage(outcome.error, request.language),
      stage: draft.stage,
    })
  }
  const { tokens, savedAt } = await readEnd(parts.database, live)
  live.emit({
    type: 'done',
    status: outcome.status,
    token: outcome.token,
    available: tokens,
    saved_at: savedAt,
  })
  parts.runs.close(live.runId, { isNow: false })
}

/** The run has ended, whatever happens here: a follower must hear so even when the database does not answer any more. */
async function readEnd(db: Database, live: LiveRun): Promise<{ tokens: number; savedAt: string | null }> {
  try {
    const [balance, row] = await Promise.all([
      availableBalance(db, live.memberId),
      db.selectFrom('tool_use').select('saved_at').where('id', '=', live.runId).executeTakeFirst(),
    ])
    return { tokens: balance.tokens, savedAt: row?.saved_at ?? null }
  } catch (error) {
    logFailure('tools: the balance after a run could not be read', error)
    return { tokens: 0, savedAt: null }
  }
}

async function explainRefusal(
  db: Database,
  error: unknown,
  memberId: string,
  ceiling: number,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  if (error.code === 'no_tokens') {
    const { tokens } = await availableBalance(db, memberId)
    return new AppError('no_tokens', {
      detail: { needed: ceiling, available: Math.max(0, tokens) },
      cause: error,
    })
  }
  if (error.code === 'request_in_progress') {
    const runId = runIdOfCause(await findHold(db, memberId))
    return new AppError('request_in_progress', {
      ...(runId === null ? {} : { detail: { run_id: runId } }),
      cause: error,
    })
  }
  return error
}

/** The tone that was learned from the member's own posts; there is none before that. */
async function readCustomTone(db: Database, memberId: string): Promise<string> {
  const tone = await db
    .selectFrom('user_tone')
    .select('result')
    .where('id', '=', memberId)
    .where('status', '=', 'created')
    .executeTakeFirst()
  if (!tone?.result) throw new AppError('invalid_field', { field: 'tone', detail: { rule: 'choose' } })
  return tone.result
}

/** A link as people write it: with a scheme, or beginning with www. */
function hasUrl(text: string): boolean {
  return /\bhttps?:\/\/[^\s]+|\bwww\.[^\s.]+\.[^\s]+/i.test(text)
}
