// Following a run from any tab: from this process's memory while it is here, else from its row.
import { setTimeout as wait } from 'node:timers/promises'
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Parts } from '#server/parts.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { ToolEvent, ToolStage } from '#shared/tools.ts'
import { estimateArticle } from '#shared/usage.ts'
import { articleStages } from './article.ts'
import type { NumberedEvent } from './run-registry.ts'

const lookMs = 400

type FollowInput = { memberId: string; runId: number; lastEventId: number; language: Language }

/**
 * @returns a function that gives the events: those after `lastEventId` when the run lives here, else the whole run from its
 * row, beginning with `started` again
 * @throws AppError not_found for runs of others
 */
export async function followRun(
  parts: Parts,
  input: FollowInput,
): Promise<(signal: AbortSignal) => AsyncGenerator<NumberedEvent>> {
  const here = parts.runs.find(input.runId)?.live
  if (here && here.memberId === input.memberId) return (signal) => here.follow(input.lastEventId, signal)
  await readRow(parts, input)
  return (signal) => followRow(parts, input, signal)
}

async function* followRow(
  parts: Parts,
  input: FollowInput,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  let id = 0
  const number = (event: ToolEvent): NumberedEvent => ({ id: ++id, event })
  let shown = { stage: '', outline: 0, titles: 0, content: 0, tags: 0 }
  let row = await readRow(parts, input)
  yield number(startedEvent(row))
  for (;;) {
    if (row.stage && row.stage !== shown.stage)
      yield number({
        type: 'stage',
        stage: row.stage as ToolStage,
        state: row.status === 'done' ? 'done' : 'active',
      })
    if (row.outline.length > shown.outline) yield number({ type: 'outline', sections: row.outline })
    if (row.titles.length > shown.titles) yield number({ type: 'titles', titles: row.titles })
    if (row.content.length > shown.content)
      yield number({ type: 'text', delta: row.content.slice(shown.content) })
    if (row.tags.length > shown.tags) yield number({ type: 'tags', tags: row.tags })
    shown = {
      stage: row.stage ?? '',
      outline: row.outline.length,
      titles: row.titles.length,
      content: row.content.length,
      tags: row.tags.length,
    }
    if (row.status !== 'queued' && row.status !== 'running') break
    await wait(lookMs, undefined, { signal })
    row = await readRow(parts, input)
  }
  if (row.status === 'failed') {
    const code = isErrorCode(row.error_code) ? row.error_code : 'tool_create_failed'
    yield number({
      type: 'error',
      code,
      message: errorMessage(new AppError(code), input.language),
      stage: (row.stage ?? 'request') as ToolStage,
    })
  }
  const { tokens } = await availableBalance(parts.database, input.memberId)
  yield number({
    type: 'done',
    status: row.status,
    token: row.token,
    available: tokens,
    saved_at: row.saved_at,
  })
}

type Row = Awaited<ReturnType<typeof readRow>>

async function readRow(parts: Parts, { memberId, runId }: FollowInput) {
  const row = await parts.database
    .selectFrom('tool_use')
    .select([
      'id',
      'status',
      'stage',
      'request',
      'model',
      'is_demo',
      'outline',
      'titles',
      'content',
      'tags',
      'error_code',
      'token',
      'saved_at',
    ])
    .where('id', '=', runId)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

function startedEvent(row: Row): ToolEvent {
  const request = row.request as Parameters<typeof estimateArticle>[0] & { file: string | null }
  const { ceiling } = estimateArticle(
    { ...request, hasFile: request.file !== null },
    row.model as Parameters<typeof estimateArticle>[1],
  )
  return {
    type: 'started',
    run_id: row.id,
    stages: articleStages({ file: request.file ? {} : null }),
    ceiling,
    is_demo: row.is_demo,
  }
}
