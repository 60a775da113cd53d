// Resolves a run's request to the text for the models, from the prompt or from the conversation.
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import {
  checkPromptValues,
  listPlaceholders,
  parsePromptVariables,
  promptValueMaxLength,
} from '#shared/prompt-variables.ts'
import { promptModels, type PromptModelName } from '#shared/prompts.ts'
import type { PromptRunForm } from '#shared/prompts-run-form.ts'
import { promptModelName, promptRunLimits } from '#shared/prompts-run.ts'

/** A text with placeholders and their values; a typed question has no values. */
export type Asked = { text: string; values: Record<string, string> }
export type AskedBefore = Asked & { answer: string }

export type PromptOrder = {
  title: string
  promptId: number | null
  typeId: number
  asked: Asked
  earlier: AskedBefore[]
  /** The first one is the run's own; the others answer in parallel. */
  models: PromptModelName[]
  parentId: number | null
  againOfId: number | null
}

/**
 * @param connected the models that can answer in parallel here
 * @throws AppError prompt_not_found, not_found, invalid_field, no_content, request_in_progress
 */
export async function resolvePromptRequest(
  db: Database,
  memberId: string,
  form: PromptRunForm,
  connected: PromptModelName[],
): Promise<PromptOrder> {
  if (form.kind === 'new') return readPrompt(db, memberId, form, connected)
  const id = form.kind === 'again' ? form.regenerated_from_id : form.prompt_use_id
  const conversation = await readConversation(db, memberId, id)
  const { root } = conversation
  const shared = {
    title: root.title,
    promptId: root.prompt_id,
    typeId: root.prompt_type_id,
    parentId: root.id,
  }
  if (form.kind === 'again') {
    const { line } = conversation
    const model = promptModelName(line.prompt_model_id)
    return {
      ...shared,
      asked: askedIn(line),
      earlier: answersBefore(conversation, model, firstOf(conversation, line)),
      models: [model],
      againOfId: line.id,
    }
  }
  const model = form.model ?? promptModelName(root.prompt_model_id)
  const earlier = answersBefore(conversation, model, null)
  if (earlier.length === 0) throw new AppError('no_content', { field: 'prompt_use_id' })
  return { ...shared, asked: { text: form.prompt, values: {} }, earlier, models: [model], againOfId: null }
}

type NewRun = Extract<PromptRunForm, { kind: 'new' }>

/** The live version of a shown prompt, or the member's own prompt in its current or an earlier version (P30, B40). */
async function readPrompt(
  db: Database,
  memberId: string,
  form: NewRun,
  connected: PromptModelName[],
): Promise<PromptOrder> {
  const live = await db
    .selectFrom('prompt')
    .select(['title', 'prompt', 'prompt_model_id', 'is_show', 'user_id'])
    .where('id', '=', form.prompt_id)
    .executeTakeFirst()
  const isOwn = live?.user_id === memberId
  if (!live || (!live.is_show && !isOwn) || (form.version !== undefined && !isOwn))
    throw new AppError('prompt_not_found')
  const prompt = form.version === undefined ? live : await readVersion(db, form.prompt_id, form.version)
  const own = promptModelName(prompt.prompt_model_id)
  if (form.side_by_side && connected.length === 0)
    throw new AppError('invalid_field', { field: 'side_by_side', detail: { rule: 'invalid' } })
  return {
    title: prompt.title,
    promptId: form.prompt_id,
    typeId: 1,
    asked: { text: prompt.prompt, values: checkedValues(prompt.prompt, form.prompt_parameter) },
    earlier: [],
    models: form.side_by_side ? connected.toSorted((a, b) => Number(b === own) - Number(a === own)) : [own],
    parentId: null,
    againOfId: null,
  }
}

async function readVersion(db: Database, promptId: number, number: number) {
  const version = await db
    .selectFrom('prompt_version')
    .select(['title', 'prompt', 'prompt_model_id'])
    .where('prompt_id', '=', promptId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!version) throw new AppError('prompt_not_found')
  return version
}

/** The values of the prompt's own placeholders; others are dropped. */
function checkedValues(text: string, values: Record<string, string>): Record<string, string> {
  const variables = parsePromptVariables(listPlaceholders(text))
  if (variables.length > promptRunLimits.variablesMax) throw tooManyVariables()
  const [problem] = Object.entries(checkPromptValues(variables, values))
  if (problem) {
    const [field, rule] = problem
    const count = rule === 'too_long' ? { count: promptValueMaxLength } : {}
    throw new AppError('invalid_field', { field, detail: { rule, ...count } })
  }
  return values
}

const tooManyVariables = () =>
  new AppError('invalid_field', {
    field: 'prompt_parameter',
    detail: { rule: 'too_many', count: promptRunLimits.variablesMax },
  })

const lineColumns = [
  'id',
  'title',
  'status',
  'prompt',
  'prompt_parameter',
  'result',
  'prompt_id',
  'prompt_type_id',
  'prompt_model_id',
  'prompt_use_id',
  'is_comparison',
  'regenerated_from_id',
] as const
type Line = Awaited<ReturnType<typeof readLines>>[number]
type Conversation = { root: Line; lines: Line[]; line: Line }

const readLines = (db: Database, memberId: string, rootId: number) =>
  db
    .selectFrom('prompt_use')
    .select(lineColumns)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', rootId), eb('prompt_use_id', '=', rootId)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The conversation of a row. @throws AppError not_found for other members' rows */
async function readConversation(db: Database, memberId: string, id: number): Promise<Conversation> {
  const found = await db
    .selectFrom('prompt_use')
    .select(['id', 'prompt_use_id'])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const lines = found ? await readLines(db, memberId, found.prompt_use_id ?? found.id) : []
  const root = lines.find(({ prompt_use_id: parent }) => parent === null)
  const line = lines.find((each) => each.id === id)
  if (!root || !line) throw new AppError('not_found')
  if (lines.some(({ status }) => status === 'queued' || status === 'running'))
    throw new AppError('request_in_progress')
  return { root, lines, line }
}

const askedIn = (line: Line): Asked => ({
  text: line.prompt,
  values: line.prompt_parameter as Record<string, string>,
})

/** The row whose question an answer belongs to: the first answer to it. */
function firstOf({ lines }: Conversation, line: Line): Line {
  for (let first = line; ;) {
    const before = lines.find(({ id }) => id === first.regenerated_from_id)
    if (!before) return first
    first = before
  }
}

/** The earlier turns of one model before `until`: each question with its newest non-empty answer. */
function answersBefore(
  conversation: Conversation,
  model: PromptModelName,
  until: Line | null,
): AskedBefore[] {
  const own = conversation.lines.filter((line) => line.prompt_model_id === promptModels[model])
  const questions = own.filter(({ regenerated_from_id: before }) => before === null)
  const end = until ? questions.findIndex(({ id }) => id === until.id) : questions.length
  return questions.slice(0, end).flatMap((question) => {
    const answers = own.filter((line) => firstOf(conversation, line).id === question.id)
    const answer = answers.findLast(({ result }) => result.trim() !== '')
    return answer ? [{ ...askedIn(question), answer: answer.result }] : []
  })
}
