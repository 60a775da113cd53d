import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import { isWritingTool, type WritingTool } from '#shared/tools.ts'
import { emptyDraft, type ToolDraft } from './tool-draft.ts'

export type OwnText = Awaited<ReturnType<typeof requireOwnText>>

/**
 * A text of the member as it stands, to be written on.
 * @throws AppError not_found for texts of others and deleted ones
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
      'thumbnail',
      'sources',
    ])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isWritingTool(row.tool)) throw new AppError('not_found')
  return { ...row, tool: row.tool satisfies WritingTool }
}

/** All that there is of a text, for a run that goes on with it. The title that the member chose stands first. */
export const draftOfText = (text: OwnText): ToolDraft => ({
  ...emptyDraft(),
  outline: text.outline,
  titles: [...new Set([...(text.title ? [text.title] : []), ...text.titles])],
  content: text.content,
  tags: text.tags,
  thumbnail: text.thumbnail,
  // Their numbers stand in the text.
  sources: text.sources.filter(({ kind }) => kind === 'web'),
})
