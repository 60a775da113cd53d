// A command of the editor: a small run with its own row, hold and idempotency_key. What it makes is offered, never written into the text.
import { sql } from 'kysely'
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Meter } from '#server/metering/meter.ts'
import { runSettings, startRun, type Outcome } from '#server/metering/metered-run.ts'
import { refusalWithFacts } from '#server/metering/refusal-with-facts.ts'
import type { LiveRun } from '#server/metering/run-keeper.ts'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { EditForm } from '#shared/tools-form.ts'
import { contentMaxLength, titleCount, type EditEvent, type OutputLanguage } from '#shared/tools.ts'
import { editLimits, estimateEdit } from '#shared/tools-edit.ts'
import { makePicture, type PictureOrder } from './make-picture.ts'
import { drawWishPrompt } from './picture-prompts.ts'
import { cleanTags } from './writer.ts'
import { tagsAnswer, titlesAnswer } from './prompt-parts.ts'
import { editPrompt, type EditMaterial } from './edit-prompts.ts'

type EditOrder = { memberId: string; form: EditForm; language: Language }
type Text = { title: string; language: OutputLanguage }

/**
 * Starts a command on one of the member's own texts.
 * @throws AppError not_found, no_tokens and no_image_credits with detail, request_in_progress with the run's id
 */
export async function startEdit(parts: Parts, { memberId, form, language }: EditOrder): Promise<LiveRun> {
  const text = await readText(parts, memberId, form.id)
  const { ceiling } = estimateEdit(form, parts.model.name)
  const images = form.feature === 'image' ? 1 : 0
  const isDemo = images > 0 ? parts.pictures.isDemo : parts.model.isDemo
  const made = { result: '' }
  try {
    return await startRun<EditEvent>(runSettings(parts, parts.model), {
      spender: memberId,
      ceiling,
      images: {
        model: parts.pictures,
        count: images,
        timeoutMs: parts.config.pictures.timeoutSeconds * 1000,
      },
      async open(trx) {
        const { id } = await trx
          .insertInto('tool_edit')
          .values({
            user_id: memberId,
            tool_use_id: form.id,
            feature: form.feature,
            model: parts.model.name,
            is_demo: isDemo,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const started: EditEvent = { type: 'started', edit_id: id, ceiling, is_demo: isDemo }
        return { key: { table: 'tool_edit', id, attempt: 1 }, events: [started] }
      },
      onWaiting: (_db, _key, position) => Promise.resolve([{ type: 'queued', position }]),
      async work(meter, emit, signal, _beside, pictures) {
        const tell = (event: EditEvent) => {
          if (event.type === 'text') made.result += event.delta
          if (event.type === 'titles') made.result = event.titles.join('\n')
          if (event.type === 'tags') made.result = event.tags.join('\n')
          if (event.type === 'picture') made.result = event.picture
          emit(event)
        }
        const { feature } = form
        if (feature === 'image') {
          const order = { ...wishedPicture(form, text.language), memberId, signal }
          tell({ type: 'picture', picture: await makePicture(parts, pictures, order) })
        } else await writeEdit(meter, { ...form, feature }, text, tell)
        if (made.result.trim() === '') throw new AppError('model_refused')
      },
      async close(trx, key, outcome) {
        await trx
          .updateTable('tool_edit')
          .set({
            status: outcome.status,
            result: made.result.slice(0, contentMaxLength),
            error_code: outcome.error?.code ?? null,
            token: outcome.token,
            image: outcome.image,
            token_input: outcome.usage.input,
            token_output: outcome.usage.output,
            duration: outcome.durationMs,
          })
          .where('id', '=', key.id)
          .execute()
        const { tokens } = await availableBalance(trx, memberId)
        return [...failure(outcome.error, language), { ...ended(outcome), available: tokens }]
      },
    })
  } catch (error) {
    throw await refusalWithFacts(parts.database, error, { memberId, ceiling, images })
  }
}

async function writeEdit(
  meter: Meter,
  form: EditMaterial['form'],
  { title, language }: Text,
  emit: (event: EditEvent) => void,
): Promise<void> {
  const prompt = editPrompt({ form, title, language })
  const call = { ...prompt, outputTokensMax: editLimits.outputTokens }
  if (form.feature === 'title') {
    const answer = await meter.object({ ...call, schema: titlesAnswer, invalidCode: 'title_create_failed' })
    emit({ type: 'titles', titles: answer.titles.slice(0, titleCount) })
  } else if (form.feature === 'tag') {
    const answer = await meter.object({ ...call, schema: tagsAnswer, invalidCode: 'tool_create_failed' })
    emit({ type: 'tags', tags: cleanTags(answer.tags) })
  } else await meter.text(call, (delta) => emit({ type: 'text', delta }))
}

const failure = (error: AppError | null, language: Language): EditEvent[] =>
  error ? [{ type: 'error', code: error.code, message: errorMessage(error, language) }] : []

const ended = ({ status, token, image }: Pick<Outcome, 'status' | 'token' | 'image'>) =>
  ({ type: 'done', status, token, image }) as const

/** What it shows is what the person said. */
const wishedPicture = ({ instruction, shape }: EditForm, language: OutputLanguage): PictureOrder => ({
  prompt: drawWishPrompt(instruction, shape),
  alt: instruction,
  shape,
  language,
})

async function readText(parts: Parts, memberId: string, id: number): Promise<Text> {
  const row = await parts.database
    .selectFrom('tool_use')
    .select(['title', 'language'])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { title: row.title ?? '', language: row.language as OutputLanguage }
}

/** Commands whose process died have failed; nobody waits for them, so only their row is told. */
export const closeLostEdits: CloseLostRuns = async (trx) => {
  await trx
    .updateTable('tool_edit')
    .set({ status: 'failed', error_code: 'stream_cut' })
    .where('status', '=', 'running')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('private.usage_hold as h')
            .select('h.idempotency_key')
            .where('h.run', '=', sql<string>`'tool_edit:' || tool_edit.id`),
        ),
      ),
    )
    .execute()
}
