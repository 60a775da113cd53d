// Accepts an article, new or again, and lets it run.
import type { LiveRun } from '#server/metering/run-keeper.ts'
import type { Database } from '#server/outside/database.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { isPaidPlan, type PlanType } from '#shared/payments.ts'
import { articleForm, type ArticleForm, type ToolFile } from '#shared/tools-form.ts'
import { estimateArticle } from '#shared/usage.ts'
import { articleStages, writeArticle } from './article.ts'
import { filesOfRequest, readSources } from './source.ts'
import { emptyDraft, type ToolDraft } from './tool-draft.ts'
import { startToolRun } from './tool-run.ts'

type Member = { id: string; plan: PlanType }

export type ArticleRequest = {
  member: Member
  form: ArticleForm
  /** Already known to be the member's own. */
  files: ToolFile[]
  /** Of the error words that go out while it runs. */
  language: Language
}

/** @throws AppError plan_required, invalid_field (tone, thumbnail), and those of `startToolRun` */
export function startArticle(parts: Parts, request: ArticleRequest): Promise<LiveRun> {
  return start(parts, request, null)
}

/**
 * Writes a text of before again from its own request, or goes on where it stopped. What stood there is kept as a version.
 * @throws AppError not_found for texts of others, not_running to go on with a text that is whole; and those of `startArticle`
 */
export async function startArticleAgain(
  parts: Parts,
  request: Omit<ArticleRequest, 'form' | 'files'> & {
    id: number
    mode: 'continue' | 'regenerate'
    /** Null for those of before. */
    files: ToolFile[] | null
  },
): Promise<LiveRun> {
  const row = await parts.database
    .selectFrom('tool_use')
    .select(['request', 'status', 'outline', 'titles', 'title', 'content', 'tags'])
    .where('id', '=', request.id)
    .where('user_id', '=', request.member.id)
    .where('tool', '=', 'article')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  if (request.mode === 'continue' && row.status === 'done') throw new AppError('not_running')
  const form = articleForm.strip().safeParse(row.request)
  if (!form.success) throw new AppError('missing_request_info')
  const kept: ToolDraft =
    request.mode === 'regenerate'
      ? emptyDraft()
      : {
          ...emptyDraft(),
          outline: row.outline,
          // The title that the member chose stands first.
          titles: [...new Set([...(row.title ? [row.title] : []), ...row.titles])],
          content: row.content,
        }
  const files = request.files ?? filesOfRequest(row.request)
  return start(parts, { ...request, form: form.data, files }, { id: request.id, kept })
}

async function start(
  parts: Parts,
  { member, form, files, language }: ArticleRequest,
  again: { id: number; kept: ToolDraft } | null,
): Promise<LiveRun> {
  if (form.thumbnail) throw new AppError('invalid_field', { field: 'thumbnail', detail: { rule: 'invalid' } })
  if (hasUrl(form.topic + '\n' + form.information) && !isPaidPlan(member.plan))
    throw new AppError('plan_required')
  const order = {
    form,
    filesCount: files.length,
    readSources: (signal: AbortSignal) => readSources(parts, files, signal),
    customTone: form.tone === 'custom' ? await readCustomTone(parts.database, member.id) : null,
  }
  return startToolRun(parts, {
    memberId: member.id,
    tool: 'article',
    request: { ...form, files },
    outputLanguage: form.language,
    language,
    ceiling: estimateArticle({ ...form, hasFile: files.length > 0 }, parts.model.name).ceiling,
    stages: articleStages(order),
    again,
    write: (meter, emit, kept, signal) => writeArticle(meter, order, kept, emit, signal),
  })
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
