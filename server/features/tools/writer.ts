// The stages that all tools share: they are reported, their output is emitted at once, and an unfinished text
// continues.
import type { z } from 'zod'
import { errorMessage } from '#server/error-words.ts'
import { logFailure } from '#server/log-failure.ts'
import { cancelRequested, StoppedShort } from '#server/runs/run-registry.ts'
import type { EndReason, Meter } from '#server/metering/meter.ts'
import { writeToEnd } from '#server/metering/write-to-end.ts'
import { translateDatabaseError } from '#server/adapters/database.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readSection, writeSection, type Section } from '#shared/outline.ts'
import { charactersOfLength, type TargetLength, type TextLength } from '#shared/text-length.ts'
import { outputTokensOf } from '#shared/tool-prices.ts'
import {
  contentMaxLength,
  tagsMaxCount,
  titleCount,
  titleMaxLength,
  toolStages,
  type OutputLanguage,
  type ReadSource,
  type ToolEvent,
  type ToolStage,
} from '#shared/tools.ts'
import { createCitations, sourceList } from './citations.ts'
import type { PictureOrder } from './make-picture.ts'
import {
  describeOutline,
  planAnswer,
  tagsAnswer,
  titlesAnswer,
  type Plan,
  type Prompt,
} from './prompt-sections.ts'
import { sectionLengths } from './text-target.ts'
import type { ToolDraft } from './tool-draft.ts'

/**
 * Maximum output tokens of calls other than running text, reasoning included. A text's own limit comes from its length.
 */
const limits = {
  outline: 10_000,
  titles: 900,
  tags: 600,
  slides: 3_000,
  pictures: 2_400,
} as const
/** The minimum output of a description per picture. */
const sceneTokensMin = 120
/** Reserved while the text is written, for the calls that read it again: its revision and its tags. */
const rereadReserveShare = 0.5
export type WriterInput = {
  meter: Meter
  emit: (event: ToolEvent) => void
  /** Output of an earlier attempt, which was already sent. */
  savedDraft: ToolDraft
  /** The reading work of the stage with the same name. */
  read: Record<'files' | 'urls', () => Promise<void>>
  stages: ToolStage[]
  /**
   * The stage in which another process left this run: earlier stages are over and were sent. Null for a run of this
   * process.
   */
  resumedAt: ToolStage | null
  /** Finds sources on the web for the outline and emits them. @throws when nothing was found */
  research: (outline: Section[]) => Promise<void>
  /** Findings of research; grows in its stage. */
  findings: readonly ReadSource[]
  /** Ends the run after the outline, so that the member can edit it first. */
  isOutlineOnly: boolean
  /** Makes a picture. @returns it as a text has it */
  draw: (order: PictureOrder) => Promise<string>
  signal: AbortSignal
  /** The language of the text. */
  textLanguage: OutputLanguage
  /** The language of error messages during the run. */
  language: Language
}

type TextOptions = {
  /** The target length, with spaces. */
  characters: number
  /** The existing text, '' for a new one. */
  begun?: string
  /** Reserved for later calls, in model tokens. */
  reserveTokens?: number
}

export type Writer = ReturnType<typeof createWriter>

/**
 * Every output is emitted at once, so that a failure leaves the existing part. Methods throw AppError or the signal's
 * reason.
 */
export function createWriter(input: WriterInput) {
  const { meter, emit, savedDraft } = input
  /** A run that failed after its text continues after it. */
  const isTextDone =
    savedDraft.content.trim() !== '' && toolStages.indexOf(savedDraft.stage) > toolStages.indexOf('text')
  let content = savedDraft.content
  let titles = savedDraft.titles
  let hasThumbnail = savedDraft.thumbnail !== null

  const isOver = (name: ToolStage) =>
    input.resumedAt !== null && toolStages.indexOf(name) < toolStages.indexOf(input.resumedAt)

  async function stage(name: ToolStage, work: () => Promise<void> | void): Promise<void> {
    if (isOver(name)) return
    emit({ type: 'stage', stage: name, state: 'active' })
    await work()
    emit({ type: 'stage', stage: name, state: 'done' })
  }

  /** An optional stage: the text is complete without it. @throws the signal's reason */
  async function extraStage(name: 'research' | 'title' | 'tags', work: () => Promise<void>): Promise<void> {
    if (isOver(name)) return
    emit({ type: 'stage', stage: name, state: 'active' })
    try {
      await work()
      emit({ type: 'stage', stage: name, state: 'done' })
    } catch (error) {
      input.signal.throwIfAborted()
      logFailure(`tools: ${name}`, error)
      emit({ type: 'stage', stage: name, state: 'failed' })
    }
  }

  /** The stages before the first call: all except reading were done when the request was accepted. */
  async function begin(): Promise<void> {
    const accepted: ToolStage[] = ['request', 'user', 'parameters', 'files', 'urls']
    for (const name of input.stages.filter((entry) => accepted.includes(entry))) {
      const read = async () => {
        if (name === 'files' || name === 'urls') await input.read[name]()
      }
      // Read sources are not stored, so an ended stage reads them again.
      if (isOver(name)) await read()
      else await stage(name, read)
    }
  }

  function append(delta: string): void {
    if (!delta) return
    content += delta
    emit({ type: 'text', delta })
  }

  /** Sends only what differs. */
  function splice(start: number, end: number, text: string): void {
    const before = content.slice(start, end)
    if (before === text) return
    content = content.slice(0, start) + text + content.slice(end)
    const shorter = Math.min(before.length, text.length)
    let head = 0
    while (head < shorter && before[head] === text[head]) head++
    if (head > 0 && isFirstHalf(before[head - 1]!)) head--
    let tail = 0
    while (tail < shorter - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++
    if (tail > 0 && isSecondHalf(before[before.length - tail]!)) tail--
    emit({
      type: 'splice',
      start: start + head,
      end: end - tail,
      text: text.slice(head, text.length - tail),
    })
  }

  function object<Output>(
    part: 'outline' | 'titles' | 'tags' | 'slides' | 'pictures',
    prompt: Prompt,
    options: {
      schema: z.ZodType<Output>
      invalidCode: ErrorCode
      isThoughtThrough?: boolean
    },
  ): Promise<Output> {
    return meter.object({ ...prompt, ...options, outputTokensMax: limits[part] })
  }

  /** Optional work: null when it fails. @throws the signal's reason */
  async function attempt<Output>(name: string, work: () => Promise<Output>): Promise<Output | null> {
    try {
      return await work()
    } catch (error) {
      input.signal.throwIfAborted()
      logFailure(`tools: ${name}`, error)
      return null
    }
  }

  /** Streams a text as deltas. @returns `length` when it could not be completed */
  async function streamText(
    prompt: Prompt,
    { characters, begun = '', reserveTokens = 0 }: TextOptions,
    onDelta: (delta: string) => void,
  ): Promise<EndReason> {
    const call = {
      ...prompt,
      outputTokensMax: outputTokensOf(characters, input.textLanguage, meter.model),
      reserveTokens,
    }
    // A model that never stops is aborted, because a longer text cannot be stored.
    let room = contentMaxLength - content.length
    const citations = createCitations(input.findings)
    const send = (delta: string) => {
      const fits = delta.length <= room
      onDelta(fits ? delta : wholeCharacters(delta.slice(0, room)))
      room -= delta.length
      return fits
    }
    const reason = await writeToEnd(call, {
      begun,
      write: meter.text,
      canAfford: meter.canAfford,
      onDelta: (delta) => send(citations.add(delta)),
    })
    send(citations.end())
    return reason
  }

  return {
    stage,
    begin,
    append,
    splice,
    object,
    streamText,
    content: () => content,
    isTextDone,
    /** Whether the member has edited the text that this run continues. */
    isEdited: savedDraft.isEdited && savedDraft.content.trim() !== '',
    title: () => titles[0] ?? '',
    wantsPictures: input.stages.includes('images'),
    hasThumbnail: () => hasThumbnail,
    draw: input.draw,
    setThumbnail(picture: string): void {
      hasThumbnail = true
      emit({ type: 'thumbnail', picture })
    },
    /** Whether the hold covers the call that describes the pictures. */
    canDescribe: (prompt: Prompt, count: number) => meter.canAfford(prompt, sceneTokensMin * count),

    /** Pictures are optional: a text whose pictures fail is complete, and the event reports the failure. */
    async tolerate(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        input.signal.throwIfAborted()
        const problem = translateDatabaseError(error)
        const code = problem instanceof AppError ? problem.code : 'try_again'
        logFailure(`pictures: ${code}`, problem instanceof AppError ? (problem.cause ?? problem) : problem)
        const message = errorMessage(new AppError(code), input.language)
        emit({ type: 'picture_failed', code, message })
      }
    },
    /** The rest below the ceiling, in model tokens. */
    left: () => meter.left(),
    canAfford: meter.canAfford,
    model: meter.model,

    /**
     * Returns the stored plan, or requests one.
     * @returns its sections, and the plan with the length of each for the writing call
     */
    async plan(
      prompt: () => Prompt,
      { length, headings }: { length: TargetLength; headings?: readonly string[] },
    ): Promise<{ outline: Section[]; description: string }> {
      let outline = savedDraft.outline.map(readSection)
      let plan: Plan | null = null
      await stage('outline', async () => {
        if (outline.length > 0) return
        plan = await object('outline', prompt(), {
          schema: planAnswer(headings?.length),
          invalidCode: 'tool_create_failed',
        })
        const entries = plan.sections.map(({ heading, points }, index) =>
          writeSection({ heading: headings?.[index] ?? heading, points }),
        )
        outline = entries.map(readSection)
        emit({ type: 'outline', sections: entries })
      })
      if (input.isOutlineOnly) throw cancelRequested
      const shares = (plan as Plan | null)?.sections.map(({ share }) => share) ?? null
      return {
        outline,
        description: describeOutline(
          outline,
          length.isOrdered ? sectionLengths(outline, shares, length) : undefined,
        ),
      }
    },

    /** Finds sources for the outline, when the form asks for them. A text is complete without. */
    async research(outline: Section[]): Promise<void> {
      if (!input.stages.includes('research')) return
      await extraStage('research', async () => {
        if (input.findings.length === 0) await input.research(outline)
      })
    },

    /** Appends the list of the cited sources. */
    listSources: (language: OutputLanguage) => append(sourceList(content, input.findings, language)),

    /** Returns the stored titles, or requests some. Without them the text has its topic as title. */
    async titles(prompt: () => Prompt): Promise<void> {
      await extraStage('title', async () => {
        if (titles.length > 0) return
        const answer = await object('titles', prompt(), {
          schema: titlesAnswer,
          invalidCode: 'title_create_failed',
        })
        titles = answer.titles.slice(0, titleCount)
        emit({ type: 'titles', titles })
      })
    },

    /** For tools whose title comes from the form, and when no title could be made. */
    nameIt(title: string): void {
      if (titles.length > 0) return
      titles = [Array.from(title).slice(0, titleMaxLength).join('')]
      emit({ type: 'titles', titles })
    },

    /**
     * Appends a call's output to the text, or to `begun` when that is a part of it.
     * @throws AppError model_refused when no text arrived; StoppedShort when it could not be completed, so that it can
     * be continued
     */
    async write(
      prompt: Prompt,
      options: { length: TextLength | { characters: number }; begun?: string },
    ): Promise<void> {
      if (isTextDone) return
      const reserveTokens = Math.floor(meter.left() * rereadReserveShare)
      const begun = options.begun ?? content
      const before = content.length
      const characters =
        'characters' in options.length
          ? options.length.characters
          : charactersOfLength(options.length, input.textLanguage)
      const reason = await streamText(prompt, { characters, begun, reserveTokens }, append)
      if (!begun.trim() && !content.slice(before).trim()) throw new AppError('model_refused')
      if (reason === 'length') throw new StoppedShort(new AppError('text_unfinished'))
    },

    attempt,

    /**
     * An optional object that holds a text of at most this length: null when it cannot be paid or fails.
     * @throws the signal's reason
     */
    async optional<Output>(
      prompt: Prompt,
      schema: z.ZodType<Output>,
      { characters }: { characters: number },
    ): Promise<Output | null> {
      const outputTokensMax = outputTokensOf(characters, input.textLanguage, meter.model)
      if (!meter.canAfford(prompt, outputTokensMax / 3)) return null
      const call = { ...prompt, schema, invalidCode: 'tool_create_failed' as const, outputTokensMax }
      return attempt('revision', () => meter.object(call))
    },

    /**
     * The delivered part stays and is charged, whatever failed after it. @throws the signal's reason, else StoppedShort
     */
    stopShort(error: unknown): never {
      input.signal.throwIfAborted()
      if (error instanceof StoppedShort) throw error
      logFailure('tools: stopped short', error)
      throw new StoppedShort(error instanceof AppError ? error : new AppError('tool_create_failed'))
    },

    async tags(prompt: (text: string) => Prompt, clean = cleanTags): Promise<void> {
      await extraStage('tags', async () => {
        const call = prompt(content)
        // Tags are optional: a text that used up the hold is completed without them.
        if (!meter.canAfford(call, limits.tags / 4)) return
        const answer = await object('tags', call, { schema: tagsAnswer, invalidCode: 'tool_create_failed' })
        emit({ type: 'tags', tags: clean(answer.tags) })
      })
    },

    /** The last event of a tool; settling does the rest. */
    save: () => emit({ type: 'stage', stage: 'saving', state: 'active' }),
  }
}

/** Halves of a character that has two UTF-16 units: an event must not separate them. */
const isFirstHalf = (unit: string): boolean => unit >= '\ud800' && unit <= '\udbff'
const isSecondHalf = (unit: string): boolean => unit >= '\udc00' && unit <= '\udfff'

/** Drops a lone surrogate at the end. */
const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')

/** Tags in the format of publishing places: one word each, without emoji. */
export function cleanTags(tags: string[]): string[] {
  const clean = tags
    .map((tag) => tag.replace(/[\s#]|\p{Extended_Pictographic}|\p{Variation_Selector}|\u200d/gu, ''))
    .filter(Boolean)
  return [...new Map(clean.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, tagsMaxCount)
}
