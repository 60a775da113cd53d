import type { ComponentType, ReactNode } from 'react'
import type { FormFields } from '#app/session/use-form.ts'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'

/** An unvalidated form. Files are separate: a browser cannot store them. */
export type FormDraft = { language: OutputLanguage } & Record<string, unknown>
export type FieldsProps<Draft extends FormDraft> = {
  form: FormFields<Draft>
  /** Where files are given, for tools that take some. */
  files: ReactNode
}

/** The price of an action. */
export type Price = { tokens: number; images: number }

/** Regenerates one image of a text: the one above it, or that of a slide. */
export type PictureOrder = { slide?: { number: number; heading: string } }

/** @param asked the form that the text was written from. Everything else is in the context (`useShownText`) */
export type ResultProps<Draft extends FormDraft> = { asked: Draft }

/** The screen of one tool, apart from the shared code. Each is loaded with its own page only. */
export type ToolDefinition<Draft extends FormDraft = FormDraft> = {
  tool: WritingTool
  /** The member's own text: it has no form, and no run wrote it. */
  isOwn?: true
  /** Its language is that of the page. */
  empty: Omit<Draft, 'language'>
  /** The main field: a stored draft or request without it counts as empty. */
  mainField: keyof Draft & string
  Fields: ComponentType<FieldsProps<Draft>>
  /** The tool's view above the text: an article's image, an e-mail's head, a feed's preview. */
  Result?: ComponentType<ResultProps<Draft>>
}
