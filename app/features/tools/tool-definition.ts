import type { ComponentType, ReactNode } from 'react'
import type { FieldRule } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'
import type { OpenText } from './use-document.ts'

/** A form as it stands on screen, not checked yet. Files are beside it: a browser cannot keep them. */
export type FormDraft = { language: OutputLanguage }
/** By field; entries of lists as `questions.0.limit`. */
export type FieldProblems = Partial<Record<string, { rule: FieldRule; count?: number }>>

export type FieldsProps<Draft extends FormDraft> = {
  draft: Draft
  change: (changes: Partial<Draft>) => void
  /** What is wrong with a field, in the visitor's words. */
  error: (name: string) => string | undefined
  /** Where files are given, for tools that take some. */
  files: ReactNode
}

/** What something costs before it is done. */
export type Price = { tokens: number; images: number }

/** One picture of a text made anew: the one above it, or that of a slide. */
export type PictureOrder = { slide?: { number: number; heading: string } }

/** What can be done with the pictures of a text that is the member's own and at rest; null elsewhere. */
export type PictureActions = {
  make: (order: PictureOrder, price: Price) => void
  put: (picture: { src: string; alt: string }) => void
  /** @returns what brings it back */
  remove: () => Promise<() => Promise<void>>
}

export type ResultProps<Draft extends FormDraft> = {
  document: OpenText
  /** A run makes pictures at this moment. */
  isMakingPictures: boolean
  pictures: PictureActions | null
  /** What was asked for when the text was written. */
  asked: Draft
  /** The text while an example is shown, which comes parsed. */
  content: string
  onCopy: (text: string) => void
}

/** What one tool is on screen, apart from what all of them share. Each is loaded with its own page only. */
export type ToolDefinition<Draft extends FormDraft> = {
  tool: WritingTool
  emptyDraft: (language: Language) => Draft
  /** The field without which nothing was asked for: a kept draft or a stored request has it. */
  mainField: keyof Draft & string
  Fields: ComponentType<FieldsProps<Draft>>
  /** What stands above the text: an article's picture, an e-mail's head, a feed's preview. */
  Result?: ComponentType<ResultProps<Draft>>
}
