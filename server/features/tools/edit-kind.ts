// The kind of an editor command: how its events reduce to a state, and how its end is written. Its result is a
// suggestion, never written into the text.
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { RunKind } from '#server/runs/run-kind.ts'
import type { Language } from '#shared/language.ts'
import { contentMaxLength, type EditEvent } from '#shared/tools.ts'
import { editEvent } from './tool-event.ts'

type EditRunState = {
  started: EditEvent | null
  /** The event with the result; the deltas of a text are joined. */
  made: EditEvent | null
  error: EditEvent | null
  done: EditEvent | null
}

export const editKind: RunKind<EditEvent, EditRunState, { language: Language }> = {
  name: 'tool_edit',
  event: editEvent,
  empty: () => ({ started: null, made: null, error: null, done: null }),
  apply(state, event) {
    switch (event.type) {
      case 'started':
        return { ...state, started: event }
      case 'text': {
        const before = state.made?.type === 'text' ? state.made.delta : ''
        return { ...state, made: { type: 'text', delta: before + event.delta } }
      }
      case 'titles':
      case 'tags':
      case 'picture':
      case 'claims':
        return { ...state, made: event }
      case 'error':
        return { ...state, error: event }
      case 'done':
        return { ...state, done: event }
      case 'queued':
        return state
    }
  },
  snapshot: ({ started, made, error, done }) =>
    [started, made, error, done].filter((event) => event !== null),
  async save(trx, run, state, { status, error, token, image, usage, durationMs }) {
    await trx
      .updateTable('tool_edit')
      .set({
        status,
        result: resultOf(state).slice(0, contentMaxLength),
        error_code: error?.code ?? null,
        token,
        image,
        token_input: usage.input,
        token_output: usage.output,
        duration: durationMs,
      })
      .where('id', '=', run.subject_id)
      .execute()
    const { tokens } = await availableBalance(trx, run.member_id)
    const { language } = run.input
    return [
      ...(error
        ? [{ type: 'error' as const, code: error.code, message: errorMessage(error, language) }]
        : []),
      { type: 'done', status, token, image, available: tokens },
    ]
  },
}

/** The result as one text: titles and tags one per line. */
function resultOf({ made }: EditRunState): string {
  switch (made?.type) {
    case 'text':
      return made.delta
    case 'titles':
      return made.titles.join('\n')
    case 'tags':
      return made.tags.join('\n')
    case 'picture':
      return made.picture
    case 'claims':
      return made.claims
        .map(({ claim, verdict, source }) => `${verdict}: ${claim} ${source?.url ?? ''}`)
        .join('\n')
    default:
      return ''
  }
}
