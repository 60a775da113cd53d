// Starts a command of the editor.
import type { Meter } from '#server/metering/meter.ts'
import { writeToEnd } from '#server/metering/write-to-end.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { runSettings, startRun } from '#server/runs/execute-run.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import { StoppedShort, type LiveRun } from '#server/runs/run-registry.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { EditForm } from '#shared/tools-form.ts'
import { titleCount, isTextKind, type EditEvent, type OutputLanguage, type TextKind } from '#shared/tools.ts'
import {
  editLimits,
  estimateEdit,
  isSectionFeature,
  splitForSpelling,
  type PassageFeature,
} from '#shared/tools-edit.ts'
import { checkFacts } from './check-facts.ts'
import { editKind } from './edit-kind.ts'
import { makePicture, type PictureOrder } from './make-picture.ts'
import { asHashtags, cleanTags } from './tags.ts'
import { drawDescriptionPrompt } from './picture-prompts.ts'
import { tagsAnswer, titlesAnswer, type PromptSections } from './prompt-sections.ts'
import { orderOf, readForm } from './tool-plan.ts'
import { keepSpelling } from './keep-spelling.ts'
import { planSection, type SectionForm } from './plan-section.ts'
import { editPrompt, type EditPromptInput } from './edit-prompts.ts'

type Text = Omit<EditPromptInput, 'form'>
type PassageForm = EditForm & { feature: PassageFeature }

const isSection = (form: EditForm): form is SectionForm =>
  isSectionFeature(form.feature) && form.section !== undefined

/**
 * Starts a command on one of the member's own texts.
 * @throws AppError those of `planSection`, not_found, no_tokens and no_image_credits with detail, request_in_progress with the run's id
 */
export async function startEdit(
  deps: Dependencies,
  { memberId, form, language }: { memberId: string; form: EditForm; language: Language },
): Promise<LiveRun> {
  const text = await readText(deps, memberId, form.id)
  if (form.feature === 'text-facts' && deps.search.kind === 'none') throw new AppError('invalid_request')
  const section = isSection(form) ? await planSection(deps, { memberId, form, language }) : null
  const { ceiling } = section ?? estimateEdit(form as PassageForm, deps.model.name, deps.search.kind)
  const images = form.feature === 'image' ? 1 : 0
  const isDemo = images > 0 ? deps.pictures.isDemo : deps.model.isDemo
  try {
    return await startRun(runSettings(deps, deps.model), {
      kind: editKind,
      memberId,
      ceiling,
      images: {
        model: deps.pictures,
        count: images,
        timeoutMs: deps.config.pictures.timeoutSeconds * 1000,
      },
      input: { language },
      async open(trx) {
        const { id } = await trx
          .insertInto('tool_edit')
          .values({
            user_id: memberId,
            tool_use_id: form.id,
            feature: form.feature,
            model: deps.model.name,
            is_demo: isDemo,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          subjectId: id,
          attempt: 1,
          started: { type: 'started' as const, edit_id: id, ceiling, is_demo: isDemo },
        }
      },
      async work({ meter, emit, signal, pictures }) {
        const { feature } = form as PassageForm
        if (section) await section.write(meter, (delta) => emit({ type: 'text', delta }), signal)
        else if (feature === 'image') {
          const order = { ...describedPicture(form, text.language), memberId, signal }
          emit({ type: 'picture', picture: await makePicture(deps, pictures, order) })
        } else if (feature === 'text-facts') {
          const check = { passage: form.text, language: text.language, memberId, signal }
          emit({ type: 'claims', claims: await checkFacts(deps, meter, check) })
        } else await writeEdit(meter, { ...form, feature }, text, emit)
      },
    })
  } catch (error) {
    throw await addErrorDetail(deps.database, error, { memberId, ceiling, images })
  }
}

/** @throws AppError model_refused when no text arrived */
async function writeEdit(
  meter: Meter,
  form: EditPromptInput['form'],
  text: Text,
  emit: (event: EditEvent) => void,
): Promise<void> {
  const prompt = editPrompt({ form, ...text })
  const call = { ...prompt, outputTokensMax: editLimits.outputTokens }
  if (form.feature === 'title') {
    const answer = await meter.object({ ...call, schema: titlesAnswer, invalidCode: 'title_create_failed' })
    emit({ type: 'titles', titles: answer.titles.slice(0, titleCount) })
    return
  }
  if (form.feature === 'tag') {
    const answer = await meter.object({ ...call, schema: tagsAnswer, invalidCode: 'tool_create_failed' })
    const tags = text.tool === 'instagram-feed' ? asHashtags(answer.tags) : cleanTags(answer.tags)
    if (tags.length === 0) throw new AppError('model_refused')
    emit({ type: 'tags', tags })
    return
  }
  if (form.feature === 'text-fix') return correctSpelling(meter, form, text, emit)
  let isEmpty = true
  const reason = await writeToEnd(call, {
    begun: '',
    write: meter.text,
    canAfford: meter.canAfford,
    onDelta(delta) {
      isEmpty &&= delta.trim() === ''
      emit({ type: 'text', delta })
    },
  })
  if (isEmpty) throw new AppError('model_refused')
  if (reason === 'length') throw new StoppedShort(new AppError('text_unfinished'))
}

/** Part by part, so that a long text fits; what is more than a correction is left out. */
async function correctSpelling(
  meter: Meter,
  form: EditPromptInput['form'],
  text: Text,
  emit: (event: EditEvent) => void,
): Promise<void> {
  const parts = splitForSpelling(form.text)
  for (const [index, part] of parts.entries()) {
    const around = {
      before: index === 0 ? form.before : '',
      after: index === parts.length - 1 ? form.after : '',
    }
    const call = {
      ...editPrompt({ form: { ...form, ...around, text: part }, ...text }),
      outputTokensMax: editLimits.outputTokens,
    }
    let answer = ''
    const reason = await writeToEnd(call, {
      begun: '',
      write: meter.text,
      canAfford: meter.canAfford,
      onDelta(delta) {
        answer += delta
      },
    })
    if (answer.trim() === '') throw new AppError('model_refused')
    if (reason === 'length') throw new StoppedShort(new AppError('text_unfinished'))
    emit({ type: 'text', delta: keepSpelling(part, answer) })
  }
}

/** Its alternative text is the member's description. */
const describedPicture = ({ instruction, shape }: EditForm, language: OutputLanguage): PictureOrder => ({
  prompt: drawDescriptionPrompt(instruction, shape),
  alt: instruction,
  shape,
  language,
})

async function readText(deps: Dependencies, memberId: string, id: number): Promise<Text> {
  const row = await deps.database
    .selectFrom('tool_use')
    .select(['title', 'language', 'tool', 'request'])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { title, language, tool } = row
  if (!isTextKind(tool)) throw new AppError('not_found')
  return {
    title: title ?? '',
    language: language as OutputLanguage,
    tool,
    order: wishesOf(tool, row.request),
  }
}

/** Of the order of the whole text, what concerns each part of it; empty for a text that nobody ordered. */
function wishesOf(tool: TextKind, request: unknown): PromptSections {
  if (tool === 'own') return []
  const form = readForm(tool, request)
  return form ? orderOf(tool, form).filter(([name]) => name === 'instructions' || name === 'place') : []
}
