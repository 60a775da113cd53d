// The article tool: what happens between the form and the saved text, stage by stage (T13).
import type { Meter } from '#server/metering/meter.ts'
import type { ModelFile } from '#server/outside/models.ts'
import { AppError } from '#shared/errors.ts'
import type { ArticleForm } from '#shared/tools-form.ts'
import { tagsMaxCount, titleCount, type ToolEvent, type ToolStage } from '#shared/tools.ts'
import { articleCharacters } from '#shared/usage.ts'
import {
  continuePrompt,
  outlineAnswer,
  outlinePrompt,
  tagsAnswer,
  tagsPrompt,
  textPrompt,
  titlesAnswer,
  titlesPrompt,
  type ArticleMaterial,
  type Section,
} from './article-prompts.ts'
import type { Source } from './source.ts'
import type { ToolDraft } from './tool-draft.ts'

export type ArticleOrder = {
  form: ArticleForm
  customTone: string | null
  /** How many files there are to read. */
  filesCount: number
  /** Reads files, in the stage of that name. */
  readSources: (signal: AbortSignal) => Promise<Source[]>
}

/** Stages that do not apply are left out (T14): files without a file, links until they are read, images until they are made. */
export function articleStages(order: { filesCount: number }): ToolStage[] {
  return [
    'request',
    'user',
    'parameters',
    ...(order.filesCount > 0 ? ['files' as const] : []),
    'outline',
    'title',
    'text',
    'tags',
    'saving',
    'done',
  ]
}

/** Output tokens, thoughts included. The text takes what the ceiling leaves. */
const limits = { outline: 1_800, titles: 900, tags: 600, text: 12_000 } as const
/** Kept for the tags while the text is written, beside the text that they read again. */
const tagsReserveShare = 0.35

/**
 * Writes the article, or what is missing of one that was begun: `kept` has been told already. Everything made goes out through
 * `emit` at once, so that a failure keeps what exists.
 * @throws AppError or the signal's reason
 */
export async function writeArticle(
  meter: Meter,
  order: ArticleOrder,
  kept: ToolDraft,
  emit: (event: ToolEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { form } = order
  /** Titles and tags follow from outline and text: what these rest on is not read, and paid for, again. */
  const brief: ArticleMaterial = { form, customTone: order.customTone, sources: [] }
  let material = brief
  let files: ModelFile[] = []
  const demo = (part: string) => ({
    part,
    language: form.language,
    tone: form.tone,
    topic: form.topic,
    information: form.information,
    target: form.target,
    file: material.sources[0]?.name ?? '',
    written: kept.content,
  })
  const stage = async (name: ToolStage, work: () => Promise<void> | void) => {
    emit({ type: 'stage', stage: name, state: 'active' })
    await work()
    emit({ type: 'stage', stage: name, state: 'done' })
  }
  let outline: Section[] = kept.outline.map((heading) => ({ heading, points: [] }))
  let titles = kept.titles
  let text = kept.content

  for (const name of articleStages(order).slice(0, articleStages(order).indexOf('outline')))
    await stage(name, async () => {
      if (name !== 'files') return
      const sources = await order.readSources(signal)
      material = { ...brief, sources }
      files = sources.flatMap(({ pictures }) => pictures)
    })
  await stage('outline', async () => {
    if (outline.length > 0) return
    const call = { ...outlinePrompt(material), files, outputTokensMax: limits.outline, demo: demo('outline') }
    const answer = await meter.object({ ...call, schema: outlineAnswer, invalidCode: 'tool_create_failed' })
    outline = answer.sections
    emit({ type: 'outline', sections: outline.map(({ heading }) => plainHeading(heading)) })
  })
  await stage('title', async () => {
    if (titles.length > 0) return
    const call = { ...titlesPrompt(brief, outline), outputTokensMax: limits.titles, demo: demo('titles') }
    const answer = await meter.object({ ...call, schema: titlesAnswer, invalidCode: 'title_create_failed' })
    titles = answer.titles.slice(0, titleCount)
    emit({ type: 'titles', titles })
  })
  await stage('text', async () => {
    const title = titles[0] ?? form.topic
    const characters = articleCharacters[form.language]
    const prompt = text.trim()
      ? continuePrompt(material, outline, title, { characters, text })
      : textPrompt(material, outline, title, characters)
    const reserveTokens = Math.floor(meter.left() * tagsReserveShare)
    const pieces = meter.text({
      ...prompt,
      files,
      outputTokensMax: limits.text,
      reserveTokens,
      demo: demo('text'),
    })
    let isFirst = text !== ''
    for await (const piece of pieces) {
      const delta: string = isFirst ? joinTo(text, piece) : piece
      isFirst &&= delta === ''
      text += delta
      if (delta) emit({ type: 'text', delta })
    }
    if (text.trim() === '') throw new AppError('model_refused')
  })
  await stage('tags', async () => {
    const prompt = tagsPrompt(brief, text)
    // Tags are an extra: a text that used up what was held is finished without them.
    if (!meter.canAfford(prompt, limits.tags / 4)) return
    const call = { ...prompt, outputTokensMax: limits.tags, demo: demo('tags') }
    const answer = await meter.object({ ...call, schema: tagsAnswer, invalidCode: 'tool_create_failed' })
    emit({ type: 'tags', tags: cleanTags(answer.tags) })
  })
  emit({ type: 'stage', stage: 'saving', state: 'active' })
}

/** The first piece of a continuation, with the space or the empty line that belongs before it: models leave it out. */
export function joinTo(text: string, piece: string): string {
  if (piece.trim() === '') return ''
  if (/\s$/.test(text)) return piece.trimStart()
  if (/^(?:#{1,6} |[-*+] |\d+\. |\||>|```)/.test(piece.trimStart())) return `\n\n${piece.trimStart()}`
  if (/^\s/.test(piece)) return piece
  return /[.!?…。！？"”’)]$/.test(text) ? ` ${piece}` : piece
}

const plainHeading = (heading: string) => heading.replace(/^#+\s*/, '').trim()

/** At most as many as a text may have, none twice, without signs. */
export function cleanTags(tags: string[]): string[] {
  const clean = tags.map((tag) => tag.replace(/^#+/, '').replace(/\s+/g, ' ').trim()).filter(Boolean)
  return [...new Map(clean.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, tagsMaxCount)
}
