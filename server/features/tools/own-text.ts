import type { Database } from '#server/adapters/database.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { AppError } from '#shared/errors.ts'
import { isTextKind, type TextStep, type WritingTool } from '#shared/tools.ts'
import { emptyDraft, type ToolDraft } from './tool-draft.ts'
import type { ToolRunState } from './tool-kind.ts'

export type OwnText = Awaited<ReturnType<typeof requireOwnText>>

/**
 * The current state of a member's text, for a run that works on it.
 * @throws AppError not_found for other members' and deleted texts
 */
export async function requireOwnText(db: Database, { id, memberId }: { id: number; memberId: string }) {
  const row = await db
    .selectFrom('tool_use')
    .select([
      'id',
      'tool',
      'request',
      'status',
      'stage',
      'outline',
      'titles',
      'title',
      'language',
      'content',
      'tags',
      'assumed',
      'advice',
      'thumbnail',
      'sources',
      'edited_at',
    ])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isTextKind(row.tool)) throw new AppError('not_found')
  // A text that the member brought has headings like a document, so its sections are rewritten as a document's.
  const tool: WritingTool = row.tool === 'own' ? 'document' : row.tool
  return { ...row, tool }
}

/** The whole text, for a run that continues it. The title that the member chose comes first. */
export const draftOfText = (text: OwnText): ToolDraft => ({
  ...emptyDraft(),
  outline: text.outline,
  titles: [...new Set([...(text.title ? [text.title] : []), ...text.titles])],
  content: text.content,
  tags: text.tags,
  assumed: text.assumed,
  advice: text.advice,
  thumbnail: text.thumbnail,
  isEdited: text.edited_at !== null,
  // The text cites their numbers.
  sources: text.sources.filter(({ kind }) => kind === 'web'),
})

/** Characters at the end of a text that show whether it is still the run's. */
const endLength = 60

/**
 * What of a text its last run had finished. Null when that is unknown: its state is gone after a day, or the text has
 * another end now.
 */
export async function findWritten(
  db: Database,
  { id, content }: { id: number; content: string },
  memberId: string,
): Promise<TextStep | null> {
  const { state } = await readRunOf(db, { kind: 'tool_use', subjectId: id, memberId })
  const draft = (state as ToolRunState | null)?.draft
  // States of earlier versions have no mark.
  return draft?.written && content.endsWith(draft.content.slice(-endLength)) ? draft.written : null
}
