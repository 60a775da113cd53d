import type { ComponentType, ReactNode } from 'react'
import type { FieldRule } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'
import type { OpenText } from './text.ts'

/** An unvalidated form. Files are separate: a browser cannot store them. */
export type FormDraft = { language: OutputLanguage }
/** By field; entries of lists as `questions.0.limit`. */
export type FieldProblems = Partial<Record<string, { rule: FieldRule; count?: number }>>

export type FieldsProps<Draft extends FormDraft> = {
  draft: Draft
  change: (changes: Partial<Draft>) => void
  /** A field's error, in the visitor's language. */
  error: (name: string) => string | undefined
  /** Where files are given, for tools that take some. */
  files: ReactNode
}

/** The price of an action. */
export type Price = { tokens: number; images: number }

/** Regenerates one image of a text: the one above it, or that of a slide. */
export type PictureOrder = { slide?: { number: number; heading: string } }

/** The image actions for the member's own text without an active run; null otherwise. */
export type PictureActions = {
  make: (order: PictureOrder, price: Price) => void
  put: (picture: { src: string; alt: string }) => void
  /** @returns a function that restores it */
  remove: () => Promise<() => Promise<void>>
}

export type ResultProps<Draft extends FormDraft> = {
  document: OpenText
  /** A run is generating images now. */
  isMakingPictures: boolean
  pictures: PictureActions | null
  /** The request of the text. */
  asked: Draft
  /** The text while an example is shown, which is already parsed. */
  content: string
  onCopy: (text: string) => void
}

/** The screen of one tool, apart from the shared code. Each is loaded with its own page only. */
export type ToolDefinition<Draft extends FormDraft> = {
  tool: WritingTool
  /** The member's own text: it has no form, and no run wrote it. */
  isOwn?: true
  emptyDraft: (language: Language) => Draft
  /** The main field: a stored draft or request without it counts as empty. */
  mainField: keyof Draft & string
  Fields: ComponentType<FieldsProps<Draft>>
  /** The tool's view above the text: an article's image, an e-mail's head, a feed's preview. */
  Result?: ComponentType<ResultProps<Draft>>
}
