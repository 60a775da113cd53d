// What the writer of a run gets.
import type { Meter } from '#server/metering/meter.ts'
import type { Language } from '#shared/language.ts'
import type { Section } from '#shared/outline.ts'
import type { TextLength } from '#shared/text-length.ts'
import type { OutputLanguage, ReadSource, ToolEvent, ToolStage } from '#shared/tools.ts'
import type { PictureOrder } from './make-picture.ts'
import type { Prompt } from './prompt-sections.ts'
import type { ToolDraft } from './tool-draft.ts'

export type WriterInput = {
  meter: Meter
  emit: (event: ToolEvent) => void
  /** Output of an earlier attempt, which was already sent. */
  savedDraft: ToolDraft
  /** The reading work of the stage with the same name. */
  read: Record<'files' | 'urls', () => Promise<void>>
  stages: ToolStage[]
  /**
   * The stage in which another process left this run: earlier stages are over and were sent. Null for a run of this
   * process.
   */
  resumedAt: ToolStage | null
  /** Finds sources on the web for the outline and emits them. @throws when nothing was found */
  research: (outline: Section[]) => Promise<void>
  /** Findings of research; grows in its stage. */
  findings: readonly ReadSource[]
  /** Ends the run after the outline, so that the member can edit it first. */
  isOutlineOnly: boolean
  /** Makes a picture. @returns it as a text has it */
  draw: (order: PictureOrder) => Promise<string>
  signal: AbortSignal
  /** The language of the text. */
  textLanguage: OutputLanguage
  /** The language of the member's page: of error messages and of advice. */
  language: Language
}

/** A text that is written in one call. */
export type Draft = {
  prompt: () => Prompt
  length: TextLength | { characters: number }
  /** What the answer has before the text. */
  head: ('outline' | 'title')[]
  /** The title of a draft that has none. */
  topic: string
}

export type TextOptions = {
  /** The target length, with spaces. */
  characters: number
  /** The existing text, '' for a new one. */
  begun?: string
  /** Reserved for later calls, in model tokens. */
  reserveTokens?: number
}
