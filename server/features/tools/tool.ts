import type { DemoFacts } from '#server/outside/models.ts'
import type { OutputLanguage, Tone, ToolStage } from '#shared/tools.ts'
import type { Material } from './prompt-parts.ts'
import type { Writer } from './writer.ts'

type ToolForm = { language: OutputLanguage; tone?: Tone }

/** What one writing tool is, apart from what all of them share. */
export type Tool<Form extends ToolForm = ToolForm> = {
  /** Between the request and saving, in order (T13). Stages that do not apply to a request are left out (T14). */
  stages: ToolStage[]
  /** What the demo writer needs to know of the form. */
  demo(form: Form): DemoFacts
  /** What stands in the prompts about the whole text when only one section is written. */
  parts(form: Form): [name: string, text: string][]
  write(writer: Writer, material: Material<Form>): Promise<void>
}
