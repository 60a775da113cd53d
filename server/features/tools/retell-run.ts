// A run told from its row: when its events are gone, and when its process died before it could tell the end.
import type { Language } from '#shared/language.ts'
import type { Querier } from '#server/outside/database.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import {
  isWritingTool,
  type ReadSource,
  type RunStatus,
  type ToolEvent,
  type ToolStage,
} from '#shared/tools.ts'
import { estimateTool, type ModelName } from '#shared/usage.ts'
import { estimatedForm, readForm, stagesOf } from './tool-plan.ts'
import { leftOutOfRequest, linksOfForm } from './links.ts'
import { filesOfRequest } from './source.ts'
import { eventsOfDraft, type ToolDraft } from './tool-draft.ts'
import { errorEvent } from './tool-run.ts'

export type RunRow = {
  id: number
  user_id: string
  tool: string
  status: RunStatus
  stage: string | null
  request: unknown
  model: string
  is_demo: boolean
  sources: ReadSource[]
  outline: string[]
  titles: string[]
  content: string
  tags: string[]
  error_code: string | null
  saved_at: string | null
}

export const runColumns = [
  'id',
  'user_id',
  'tool',
  'status',
  'stage',
  'request',
  'model',
  'is_demo',
  'sources',
  'outline',
  'titles',
  'content',
  'tags',
  'error_code',
  'saved_at',
  'attempt',
] as const

/**
 * Everything about a run that has ended, from its first event to its last; `started` tells a reader to forget what it showed.
 * @param token what this run was charged
 */
export async function retellRun(
  db: Querier,
  row: RunRow,
  { language, token }: { language: Language; token: number },
): Promise<ToolEvent[]> {
  const stage = (row.stage ?? 'request') as ToolStage
  const draft: ToolDraft = { ...row, stage }
  const hasFailed = row.status === 'failed'
  const code = isErrorCode(row.error_code) ? row.error_code : 'tool_create_failed'
  const { tokens } = await availableBalance(db, row.user_id)
  const started = startedEvent(row)
  return [
    started,
    ...started.stages
      .slice(0, started.stages.indexOf(stage) + (row.status === 'done' ? 1 : 0))
      .map((name) => ({ type: 'stage' as const, stage: name, state: 'done' as const })),
    ...eventsOfDraft(draft),
    ...(hasFailed ? [errorEvent(new AppError(code), language, stage)] : []),
    {
      type: 'done',
      status: row.status as 'done' | 'stopped' | 'failed',
      token,
      available: tokens,
      saved_at: row.saved_at,
    },
  ]
}

function startedEvent(row: RunRow): Extract<ToolEvent, { type: 'started' }> {
  const tool = isWritingTool(row.tool) ? row.tool : 'article'
  const form = readForm(tool, row.request)
  const files = filesOfRequest(row.request).length
  const links = form ? linksOfForm(form, leftOutOfRequest(row.request)).length : 0
  return {
    type: 'started',
    run_id: row.id,
    stages: stagesOf(tool, { files: files > 0, links: links > 0 }),
    ceiling: form
      ? estimateTool(estimatedForm(tool, form), files + links, row.model as ModelName).ceiling
      : 0,
    is_demo: row.is_demo,
  }
}
