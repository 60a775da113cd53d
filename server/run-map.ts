// Every kind of run. A new kind is a file in its feature and a line here.
import { keywordKind } from './features/keywords/open-keyword.ts'
import { promptKind } from './features/prompts/prompt-kind.ts'
import { toneKind } from './features/tones/tone-kind.ts'
import { editKind } from './features/tools/edit-kind.ts'
import { toolKind } from './features/tools/tool-kind.ts'
import { resumeTool } from './features/tools/start-tool.ts'
import type { Dependencies } from './dependencies.ts'
import type { Resumes, RunKinds } from './runs/recover-runs.ts'

export const runKinds: RunKinds = {
  tool_use: toolKind,
  tool_edit: editKind,
  prompt_use: promptKind,
  tone_analysis: toneKind,
  keyword_search: keywordKind,
}

/** The kinds that another process can continue when theirs ends. */
export const resumesOf = (deps: Dependencies): Resumes => ({
  tool_use: (left) => resumeTool(deps, left),
})
