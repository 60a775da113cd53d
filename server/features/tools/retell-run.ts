// A run told from its row: when its events are gone, and when its process died before it could tell the end.
import { errorMessage } from '#server/error-words.ts'
import type { Language } from '#shared/language.ts'
import type { Querier } from '#server/outside/database.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import { AppError, isErrorCode, type ErrorCode } from '#shared/errors.ts'
import {
  isWritingTool,
  type ReadSource,
  type RunStatus,
  type ToolEvent,
  type ToolStage,
} from '#shared/tools.ts'
import { countImages, estimateTool } from '#shared/tool-prices.ts'
import { type ModelName } from '#shared/usage.ts'
import { estimatedForm, readForm, sizesOf, stagesOf } from './tool-plan.ts'
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
  thumbnail: string | null
  picture_error: string | null
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
  'thumbnail',
  'picture_error',
  'error_code',
  'saved_at',
  'attempt',
] as const

/**
 * Everything about a run that has ended, from its first event to its last; `started` tells a reader to forget what it showed.
 * @param charged for this run
 */
export async function retellRun(
  db: Querier,
  row: RunRow,
  { language, charged }: { language: Language; charged: { token: number; image: number } },
): Promise<ToolEvent[]> {
  const stage = (row.stage ?? 'request') as ToolStage
  const pictureError = isErrorCode(row.picture_error) ? row.picture_error : null
  const draft: ToolDraft = { ...row, stage, pictureError }
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
    ...(pictureError ? [pictureFailed(pictureError, language)] : []),
    ...(hasFailed ? [errorEvent(new AppError(code), language, stage)] : []),
    {
      type: 'done',
      status: row.status as 'done' | 'stopped' | 'failed',
      ...charged,
      available: tokens,
      saved_at: row.saved_at,
    },
  ]
}

const pictureFailed = (code: ErrorCode, language: Language): ToolEvent => ({
  type: 'picture_failed',
  code,
  message: errorMessage(new AppError(code), language),
})

function startedEvent(row: RunRow): Extract<ToolEvent, { type: 'started' }> {
  const tool = isWritingTool(row.tool) ? row.tool : 'article'
  const form = readForm(tool, row.request)
  const files = filesOfRequest(row.request)
  const links = form ? linksOfForm(form, leftOutOfRequest(row.request)) : []
  return {
    type: 'started',
    run_id: row.id,
    stages: stagesOf(tool, {
      files: files.length > 0,
      links: links.length > 0,
      images: form !== null && countImages(estimatedForm(tool, form)) > 0,
    }),
    ceiling: form
      ? estimateTool(estimatedForm(tool, form), sizesOf({ files, links }, []), row.model as ModelName).ceiling
      : 0,
    is_demo: row.is_demo,
  }
}
