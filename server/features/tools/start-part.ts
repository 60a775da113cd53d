// Makes one part of a text again, a picture, and leaves the rest. The state before is saved as a version.
import type { LiveRun } from '#server/runs/run-registry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import type { ToolStage, WritingTool } from '#shared/tools.ts'
import { makePicture } from './make-picture.ts'
import { draftOfText, type OwnText } from './own-text.ts'
import type { PromptInput } from './prompt-sections.ts'
import { startToolRun } from './tool-run.ts'
import { createWriter, type Writer } from './writer.ts'

/** @throws AppError request_in_progress while a run writes the text */
export function requireAtRest(text: OwnText): asserts text is OwnText & { status: EndStatus } {
  if (text.status === 'queued' || text.status === 'running')
    throw new AppError('request_in_progress', { detail: { run_id: text.id } })
}
type EndStatus = Exclude<OwnText['status'], 'queued' | 'running'>

/** @throws AppError those of `startToolRun` */
export function startPart(
  deps: Dependencies,
  text: OwnText & { status: EndStatus },
  part: {
    memberId: string
    /** The language of the member's page: of error messages and of advice. */
    language: Language
    material: PromptInput<ToolForms[WritingTool]>
    /** In the member's tokens. */
    ceiling: number
    /** The maximum number of its pictures. */
    images: number
    work: (writer: Writer) => Promise<void>
  },
): Promise<LiveRun> {
  const { memberId, language, material } = part
  const stages: ToolStage[] = ['request', 'user', 'parameters', 'images', 'saving', 'done']
  return startToolRun(deps, {
    isOutlineOnly: false,
    memberId,
    tool: text.tool,
    request: text.request as object,
    outputLanguage: material.form.language,
    language,
    ceiling: part.ceiling,
    images: part.images,
    stages,
    again: { id: text.id, partOf: text.status, savedDraft: draftOfText(text) },
    async write(meter, emit, savedDraft, signal, pictures) {
      const writer = createWriter({
        resumedAt: null,
        meter,
        emit,
        savedDraft,
        stages,
        textLanguage: material.form.language,
        read: { files: () => Promise.resolve(), urls: () => Promise.resolve() },
        research: () => Promise.resolve(),
        findings: material.findings,
        isOutlineOnly: false,
        draw: (order) => makePicture(deps, pictures, { ...order, memberId, signal }),
        signal,
        language,
      })
      await writer.begin()
      await writer.stage('images', () => part.work(writer))
      writer.save()
    },
  })
}
