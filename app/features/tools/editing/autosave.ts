// The save policy of an editor: when to send, and how to react to errors. It depends neither on React nor on the
// backend.
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { SavedText } from '../writing/text-data.ts'
import { sameText, type WrittenText } from '../writing/text.ts'

export type SaveState =
  | { kind: 'saved' }
  /** The member types; the text is sent after the delay. */
  | { kind: 'editing' }
  | { kind: 'saving' }
  /** Stored in the browser, and sent when the backend answers again. */
  | { kind: 'offline' }
  /** Changed elsewhere since: the member has to choose. */
  | { kind: 'conflict' }
  /** Stored in the browser; sent again at the next change. */
  | { kind: 'refused'; code: ErrorCode }

export type AutosavePorts = {
  /** Without a connection nothing is sent, so no answer can be lost. */
  isOnline: () => boolean
  /** @throws AppError */
  save: (text: WrittenText, baseRevision: number | null, isExplicit: boolean) => Promise<SavedText>
  /** The text as it is stored now. @throws AppError */
  getStored: () => Promise<WrittenText & { revision: number }>
  saveLocally: (text: WrittenText, baseRevision: number | null, unanswered: WrittenText | null) => void
  forgetLocally: () => void
  onState: (state: SaveState) => void
  onSaved: (saved: SavedText, isExplicit: boolean) => void
}

const pauseMs = 1_500
const retryMs = [2_000, 5_000, 10_000, 30_000]
/**
 * Errors that a repeated request would get again. All other errors count as a temporary failure of the network or the
 * server.
 */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'sign_in_required',
  'user_blocked',
  'forbidden',
  'invalid_request',
])

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves one text: 1.5 seconds after the last change, one request at a time, with retries while the backend is away. A
 * syllable in composition is saved as it is, because an input method may leave the last one open for hours. Nothing
 * flows back into the editor, so the composition continues undisturbed.
 */
export function createAutosave(
  ports: AutosavePorts,
  start: { text: WrittenText; revision: number | null; unanswered?: WrittenText | null },
) {
  let latest = start.text
  let saved = start.text
  let { revision } = start
  /** A text that was sent without an answer: the server may have it. */
  let unanswered = start.unanswered ?? null
  let state: SaveState = { kind: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let sending: Promise<void> | null = null
  let hasEnded = false

  function show(next: SaveState): void {
    if (next.kind === state.kind && next.kind !== 'refused') return
    state = next
    if (!hasEnded) ports.onState(next)
  }

  function sendAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void send(false), ms)
  }

  function change(text: WrittenText): SaveState {
    if (text === latest) return state
    latest = text
    if (!sending && state.kind === 'saved' && sameText(latest, saved)) return state
    ports.saveLocally(latest, revision, unanswered)
    if (state.kind === 'conflict') return state
    if (!sending && state.kind !== 'offline') show({ kind: 'editing' })
    sendAfter(pauseMs)
    return state
  }

  async function send(isExplicit: boolean): Promise<void> {
    clearTimeout(timer)
    while (sending) await sending
    if (state.kind === 'conflict' || (!isExplicit && sameText(latest, saved) && state.kind === 'saved'))
      return
    if (!ports.isOnline()) return wait()
    sending = attempt(latest, isExplicit)
    await sending
  }

  async function attempt(text: WrittenText, isExplicit: boolean): Promise<void> {
    show({ kind: 'saving' })
    try {
      const result = await ports.save(text, revision, isExplicit)
      sending = null
      accept(text, result, isExplicit)
    } catch (error) {
      if (toAppError(error).code === 'edit_conflict' && (await hasArrived()))
        return attempt(latest, isExplicit)
      sending = null
      fail(error, text)
    }
  }

  /** The other side of the conflict may be our own text, whose answer was lost. Then the next save is based on it. */
  async function hasArrived(): Promise<boolean> {
    const sent = unanswered
    if (!sent) return false
    unanswered = null
    const stored = await ports.getStored().catch(() => null)
    if (!stored || !sameText(stored, sent)) return false
    saved = sent
    revision = stored.revision
    return true
  }

  function accept(text: WrittenText, result: SavedText, isExplicit: boolean): void {
    failures = 0
    unanswered = null
    saved = text
    revision = result.revision
    if (!hasEnded) ports.onSaved(result, isExplicit)
    if (latest === text || sameText(latest, text)) {
      ports.forgetLocally()
      show({ kind: 'saved' })
      return
    }
    ports.saveLocally(latest, revision, unanswered)
    show({ kind: 'editing' })
    sendAfter(pauseMs)
  }

  function fail(error: unknown, text: WrittenText): void {
    const code = toAppError(error).code
    const isFinal = code === 'edit_conflict' || finalCodes.has(code)
    if (!isFinal) unanswered = text
    ports.saveLocally(latest, revision, unanswered)
    if (code === 'edit_conflict') show({ kind: 'conflict' })
    else if (finalCodes.has(code)) show({ kind: 'refused', code })
    else wait()
  }

  function wait(): void {
    show({ kind: 'offline' })
    sendAfter(retryMs[Math.min(failures++, retryMs.length - 1)] ?? pauseMs)
  }

  return {
    /** The text on the screen now. @returns the resulting save state */
    change,
    /** Sends unsaved changes now. An explicit save is sent in any case. @returns the result */
    async flush(isExplicit = false): Promise<SaveState> {
      await send(isExplicit)
      return state
    },
    /**
     * Runs before the text is replaced: the server must have the text on the screen. @throws AppError with the reason
     * why it does not
     */
    async requireSaved(): Promise<void> {
      await send(false)
      if (state.kind === 'conflict') throw new AppError('edit_conflict')
      if (state.kind === 'refused') throw new AppError(state.code)
      if (state.kind !== 'saved') throw new AppError('unavailable')
    },
    /** Another stored text has replaced this one: after a restore, or after the other side of a conflict was chosen. */
    reset(text: WrittenText, newRevision: number): void {
      clearTimeout(timer)
      latest = saved = text
      revision = newRevision
      ports.forgetLocally()
      show({ kind: 'saved' })
    },
    /** Bases the text on the screen on the stored revision. */
    rebase(newRevision: number): void {
      revision = newRevision
      ports.saveLocally(latest, revision, unanswered)
      show({ kind: 'editing' })
    },
    /** A locally stored text has another base revision than the stored one. */
    beginConflict(text: WrittenText, baseRevision: number | null): void {
      latest = text
      revision = baseRevision
      ports.saveLocally(latest, revision, unanswered)
      show({ kind: 'conflict' })
    },
    latest: () => latest,
    /** Unsent changes are given up. The text on the screen stays. */
    discard(): void {
      clearTimeout(timer)
      saved = latest
      ports.forgetLocally()
      show({ kind: 'saved' })
    },
    /** Sends the rest and falls silent: the text may be open again, with an autosave of its own. */
    end(): void {
      hasEnded = true
      void send(false).finally(() => clearTimeout(timer))
    },
  }
}
