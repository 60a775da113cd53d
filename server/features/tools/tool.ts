import type { OutputLanguage, Tone, ToolStage } from '#shared/tools.ts'
import type { PromptInput, PromptSections } from './prompt-sections.ts'
import type { Writer } from './writer.ts'

type ToolForm = { language: OutputLanguage; tone?: Tone }

/** The definition of one writing tool, without the parts that all of them share. */
export type Tool<Form extends ToolForm = ToolForm> = {
  /** Between the request and saving, in order (T13). Stages that do not apply to a request are left out (T14). */
  stages: ToolStage[]
  /** The member's input in the form: obeyed in every call, also when only one section is rewritten. */
  order(form: Form): PromptSections
  write(writer: Writer, material: PromptInput<Form>): Promise<void>
}
