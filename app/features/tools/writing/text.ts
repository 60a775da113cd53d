// A text as the screen has it: an example, a member's text, or a run that writes one.
import { isErrorCode, type ErrorCode } from '#shared/errors.ts'
import type { TextGoal } from '#shared/text-goals.ts'
import { toolsWithOutline, type OutputLanguage, type ReadSource, type WritingTool } from '#shared/tools.ts'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Example } from '../forms/example.ts'
import type { RunState } from './run-state.ts'
import { goalOf, leftOutOf, promptUseOf, type ToolUse } from '../tool-data.ts'

/** What the member writes. `content` is Markdown. */
export type WrittenText = { title: string; content: string; tags: string[] }

export const sameText = (a: WrittenText, b: WrittenText): boolean =>
  a.title === b.title &&
  a.content === b.content &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, index) => tag === b.tags[index])

/** The open text: an example without an owner, or a member's text. */
export type OpenText = {
  /** Changes when another text is opened. */
  key: string
  /** Null for an example. */
  id: number | null
  text: WrittenText
  /** An example is read, not edited: it is already parsed. */
  nodes: MarkdownNode[] | null
  /** An example's Markdown, which is not edited; null for everything else. */
  source: string | null
  language: OutputLanguage
  titles: string[]
  outline: string[]
  /** Passages that tell about its sender what the order does not say, until they are confirmed. */
  assumed: string[]
  /** What the member should know before it is sent, until they have dealt with it. */
  advice: string[]
  /** The image above it, as Markdown. */
  thumbnail: string | null
  /** Why the run could not generate an image. */
  pictureError: ErrorCode | null
  /** Files and links that it was written from. */
  sources: ReadSource[]
  /** Links of its form that were left out. */
  leftOut: string[]
  /** The prompt run whose answer it was: such a text has no form for a rewrite. */
  promptUse: number | null
  isDemo: boolean
  /** The final status of its run; null for an example and during the run. */
  status: 'done' | 'stopped' | 'failed' | null
  /** Tokens it cost; null for an example. */
  cost: number | null
  /** Images it cost. */
  images: number
  savedAt: string | null
  shareId: string | null
  /** The member's goal for its length. */
  goal: TextGoal | null
  /** The revision of the text; null while it is unknown, as after a run. */
  revision: number | null
  /** Whether something on screen is not with the server yet. */
  isDirty: boolean
  /** Whether it was edited since the last explicit save: then saving it again makes a version. */
  hasEdits: boolean
}

/** What a text is before anything is known about it. */
const unknown: Omit<OpenText, 'key' | 'id' | 'text' | 'language' | 'titles' | 'outline'> = {
  nodes: null,
  source: null,
  assumed: [],
  advice: [],
  thumbnail: null,
  pictureError: null,
  sources: [],
  leftOut: [],
  promptUse: null,
  isDemo: false,
  status: null,
  cost: null,
  images: 0,
  savedAt: null,
  shareId: null,
  goal: null,
  revision: null,
  isDirty: false,
  hasEdits: false,
}

export function documentOfExample({ titles, tags, nodes, content, language, outline }: Example): OpenText {
  return {
    ...unknown,
    key: 'example',
    id: null,
    text: { title: titles[0] ?? '', content: '', tags },
    nodes,
    source: content,
    language,
    titles,
    outline,
  }
}

export function documentOfUse(use: ToolUse): OpenText {
  return {
    ...unknown,
    key: `run:${use.id}`,
    id: use.id,
    text: { title: use.title ?? use.titles[0] ?? '', content: use.content, tags: use.tags },
    language: use.language,
    titles: use.titles,
    outline: use.outline,
    assumed: use.assumed,
    advice: use.advice,
    thumbnail: use.thumbnail,
    pictureError: isErrorCode(use.picture_error) ? use.picture_error : null,
    sources: use.sources,
    leftOut: leftOutOf(use),
    promptUse: promptUseOf(use),
    isDemo: use.is_demo,
    status: use.status === 'queued' || use.status === 'running' ? null : use.status,
    cost: use.token,
    images: use.image,
    savedAt: use.saved_at,
    shareId: use.share_id,
    goal: goalOf(use),
    revision: use.revision,
  }
}

/**
 * A run as a document: during and after the run, under the same key, so that the editor retains its text.
 * @param before the previously open document: if the run rewrites the same text, it has data that no event contains
 */
export function documentOfRun(
  run: RunState,
  language: OutputLanguage,
  before: OpenText | null = null,
): OpenText {
  const same = before !== null && before.id === run.runId ? before : unknown
  return {
    ...unknown,
    key: `run:${run.runId}`,
    id: run.runId,
    text: { title: run.titles[0] ?? '', content: run.text, tags: run.tags },
    language,
    titles: run.titles,
    outline: run.outline,
    // The row keeps older ones too, see joinAssumptions.
    assumed: [...run.assumed, ...same.assumed],
    advice: run.advice,
    thumbnail: run.thumbnail,
    pictureError: run.pictureError,
    sources: run.sources,
    leftOut: same.leftOut,
    promptUse: same.promptUse,
    isDemo: run.isDemo,
    status: run.status === 'done' || run.status === 'stopped' || run.status === 'failed' ? run.status : null,
    cost: run.cost && run.cost.token + (same.cost ?? 0),
    images: (run.cost?.image ?? 0) + same.images,
    savedAt: run.savedAt,
    shareId: same.shareId,
    goal: same.goal,
  }
}

/**
 * A run as a document before the first event of a text that it continues: the old text stays until the first delta.
 * @param continued the text that the run retains, or null
 */
export function documentOfBeginning(
  run: RunState,
  language: OutputLanguage,
  continued: OpenText | null,
): OpenText {
  const document = documentOfRun(run, language)
  if (run.text !== '' || continued === null || continued.id !== run.runId) return document
  const { text, titles, outline, assumed, advice, thumbnail, sources } = continued
  return { ...document, text, titles, outline, assumed, advice, thumbnail, sources }
}

/** The data of an ended run that only the text's row has: a partly rewritten text's state, its link, its total cost. */
export function factsOfUse(use: ToolUse): Partial<OpenText> {
  const { status, shareId, goal, leftOut, promptUse, cost, images, savedAt } = documentOfUse(use)
  return { status, shareId, goal, leftOut, promptUse, cost, images, savedAt }
}

/**
 * Stopped after its outline, or before the text began: the outline can be changed first. A text that its writer has
 * emptied is not one.
 */
export function isPlanned(document: OpenText, tool: WritingTool): boolean {
  return (
    toolsWithOutline.includes(tool) &&
    document.id !== null &&
    document.status !== 'done' &&
    !document.isDirty &&
    !document.hasEdits &&
    document.outline.length > 0 &&
    document.text.content.trim() === ''
  )
}
