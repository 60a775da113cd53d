// The output of a run is the sum of its events: the same during the run, after a crash and for late readers.
import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/adapters/tables.ts'
import { joinAssumptions } from '#shared/assumptions.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { ReadSource, TextStep, ToolEvent, ToolStage } from '#shared/tools.ts'

export type ToolDraft = {
  stage: ToolStage
  sources: ReadSource[]
  outline: string[]
  titles: string[]
  /** Markdown. */
  content: string
  /** What of the text is over; null while its draft is written, and for texts of earlier versions. */
  written: TextStep | null
  tags: string[]
  /** Passages that tell about the sender what the order does not say. */
  assumed: string[]
  /** What the member should know before the text is sent, in the language of their page. */
  advice: string[]
  /** The picture above the text, as Markdown. */
  thumbnail: string | null
  /** The error of a failed picture. */
  pictureError: ErrorCode | null
  /** Whether the member has edited what stands there. */
  isEdited: boolean
}

export const emptyDraft = (): ToolDraft => ({
  stage: 'request',
  sources: [],
  outline: [],
  titles: [],
  content: '',
  written: null,
  tags: [],
  assumed: [],
  advice: [],
  thumbnail: null,
  pictureError: null,
  isEdited: false,
})

/** Adds an event. */
export function addToDraft(draft: ToolDraft, event: ToolEvent): void {
  switch (event.type) {
    case 'stage':
      draft.stage = event.stage
      break
    case 'source':
      draft.sources = [...draft.sources, event.source]
      break
    case 'outline':
      draft.outline = event.sections
      break
    case 'titles':
      draft.titles = event.titles
      break
    case 'text':
      draft.content += event.delta
      break
    case 'splice':
      draft.content = draft.content.slice(0, event.start) + event.text + draft.content.slice(event.end)
      draft.written = event.written ?? draft.written
      break
    case 'tags':
      draft.tags = event.tags
      break
    case 'assumed':
      draft.assumed = event.assumed
      draft.advice = event.advice
      break
    case 'thumbnail':
      draft.thumbnail = event.picture
      break
    case 'picture_failed':
      draft.pictureError = event.code
  }
}

/** The shortest list of events that gives a draft. */
export function eventsOfDraft(draft: ToolDraft): ToolEvent[] {
  return [
    ...draft.sources.map((source) => ({ type: 'source' as const, source })),
    ...(draft.outline.length > 0 ? [{ type: 'outline' as const, sections: draft.outline }] : []),
    ...(draft.titles.length > 0 ? [{ type: 'titles' as const, titles: draft.titles }] : []),
    ...(draft.content ? [{ type: 'text' as const, delta: draft.content }] : []),
    ...(draft.written ? [markWritten(draft.content, draft.written)] : []),
    ...(draft.thumbnail ? [{ type: 'thumbnail' as const, picture: draft.thumbnail }] : []),
    ...(draft.tags.length > 0 ? [{ type: 'tags' as const, tags: draft.tags }] : []),
    ...listsOfDraft(draft),
  ]
}

/** Replaces nothing: it says how far the text is. */
export const markWritten = ({ length }: string, written: TextStep): ToolEvent => ({
  type: 'splice',
  start: length,
  end: length,
  text: '',
  written,
})

/** A run that ended before there was advice has none in its state. */
const listsOfDraft = ({ assumed, advice = [] }: { assumed: string[]; advice?: string[] }): ToolEvent[] =>
  assumed.length + advice.length > 0 ? [{ type: 'assumed', assumed, advice }] : []

/**
 * Writes a run's output into its row. The earlier content becomes a version; the output of a failed run becomes a
 * version itself.
 * The first title stays until the member chooses another.
 */
export async function saveDraft(
  trx: Transaction<Tables>,
  run: { id: number; attempt: number },
  draft: ToolDraft,
  hasFailed: boolean,
): Promise<void> {
  const isFirst = run.attempt === 1
  await saveSources(trx, run.id, draft)
  if (!isFirst && !draft.content.trim()) return saveOutline(trx, run.id, draft)
  const before = isFirst ? null : await readText(trx, run.id)
  if (before) await saveVersion(trx, run.id)
  const made = {
    outline: draft.outline,
    titles: draft.titles,
    title: draft.titles[0] ?? null,
    content: draft.content,
    tags: draft.tags,
    assumed: joinAssumptions(draft.assumed, before?.assumed ?? []),
    // Not joined: a passage belongs to every version that has it, advice to the text as it is now.
    advice: draft.advice,
    thumbnail: draft.thumbnail,
  }
  await trx.updateTable('tool_use').set(made).where('id', '=', run.id).execute()
  if (!before?.content.trim() || !hasFailed || draft.content.startsWith(before.content)) return
  await saveVersion(trx, run.id)
  await trx.updateTable('tool_use').set(before).where('id', '=', run.id).execute()
}

/** The next read of the run reports its sources, however it ended. */
async function saveSources(trx: Transaction<Tables>, id: number, { sources }: ToolDraft): Promise<void> {
  if (sources.length === 0) return
  await trx
    .updateTable('tool_use')
    .set({ sources: JSON.stringify(sources) })
    .where('id', '=', id)
    .execute()
}

/** Saves the outline of an attempt without text, unless the row has a text. The outline may have the member's changes. */
async function saveOutline(trx: Transaction<Tables>, id: number, draft: ToolDraft): Promise<void> {
  if (draft.outline.length === 0) return
  await trx
    .updateTable('tool_use')
    .set({ outline: draft.outline })
    .where('id', '=', id)
    .where('content', '=', '')
    .execute()
}

const readText = (trx: Transaction<Tables>, id: number) =>
  trx
    .selectFrom('tool_use')
    .select(['outline', 'titles', 'title', 'content', 'tags', 'assumed', 'advice', 'thumbnail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function saveVersion(trx: Transaction<Tables>, id: number): Promise<void> {
  await sql`select private.save_version(${id}::bigint, 'run')`.execute(trx)
}
