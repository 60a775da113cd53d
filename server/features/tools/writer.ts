// The stages that all tools share: they are reported, their output is emitted at once, and an unfinished text
// continues.
import type { z } from 'zod'
import { errorMessage } from '#server/error-words.ts'
import { logFailure } from '#server/log-failure.ts'
import { cancelRequested, StoppedShort } from '#server/runs/run-registry.ts'
import type { EndReason } from '#server/metering/meter.ts'
import { writeToEnd } from '#server/metering/write-to-end.ts'
import { translateDatabaseError } from '#server/adapters/database.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { readSection, writeSection, type Section } from '#shared/outline.ts'
import { findSections } from '#shared/sections.ts'
import { charactersOfLength, isBeyondDraft, type TargetLength, type TextLength } from '#shared/text-length.ts'
import { outputTokensOf } from '#shared/tool-prices.ts'
import {
  contentMaxLength,
  titleCount,
  toolStages,
  type OutputLanguage,
  type TextStep,
} from '#shared/tools.ts'
import { createCitations, sourceList } from './citations.ts'
import { createDraftHead } from './draft-head.ts'
import { describeOutline, planAnswer, tagsAnswer, titlesAnswer, type Prompt } from './prompt-sections.ts'
import { cleanTags } from './tags.ts'
import { markWritten } from './tool-draft.ts'
import { findDifference, firstCharacters, wholeCharacters } from './text-difference.ts'
import { sectionLengths } from './text-target.ts'
import type { Draft, TextOptions, WriterInput } from './writer-input.ts'
import { createStages } from './writer-stages.ts'

/**
 * Maximum output tokens of calls other than running text, reasoning included. A text's own limit comes from its length.
 */
const limits = {
  outline: 10_000,
  titles: 900,
  tags: 600,
  pictures: 2_400,
  assumptions: 2_400,
} as const
/** The minimum output of a description per picture. */
const sceneTokensMin = 120
/** Reserved while the text is written, for the calls that read it again: its revision and its tags. */
const rereadReserveShare = 0.5

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
  let { written } = savedDraft
  let titles = savedDraft.titles
  let hasThumbnail = savedDraft.thumbnail !== null

  let outline = savedDraft.outline.map(readSection)
  /** Whether the outline is older than the text, and stays. */
  let isPlanned = false
  const { isOver, stage, extraStage, begin, createProgress } = createStages(input)

  /** Whether the text has its own end, so that it is neither written again nor continued. */
  const isDrafted = () => isTextDone || (written !== null && content.trim() !== '')

  const setTitles = (next: string[]) => {
    titles = next.slice(0, titleCount)
    emit({ type: 'titles', titles })
  }
  const setOutline = (sections: Section[]) => {
    const entries = sections.map(writeSection)
    outline = entries.map(readSection)
    emit({ type: 'outline', sections: entries })
  }

  /** Finds sources for the outline, when the form asks for them. A text is complete without. */
  async function research(): Promise<void> {
    if (!input.stages.includes('research')) return
    await extraStage('research', async () => {
      if (input.findings.length === 0) await input.research(outline)
    })
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
    const differing = findDifference(before, text)
    emit({
      type: 'splice',
      start: start + differing.start,
      end: start + differing.end,
      text: differing.text,
    })
  }

  /** Reports how far the text is, so that a run that continues it does neither again. */
  function mark(step: TextStep): void {
    written = step
    emit(markWritten(content, step))
  }

  function object<Output>(
    part: 'outline' | 'titles' | 'tags' | 'pictures' | 'assumptions',
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
      // A call below the reserve would be refused, and fail a text that can be stopped and continued.
      canAfford: (next, outputTokens) => meter.canAfford(next, outputTokens + reserveTokens),
      onDelta: (delta) => send(citations.add(delta)),
    })
    send(citations.end())
    return reason
  }

  /**
   * Appends a call's output to the text, or to `begun` when that is a part of it.
   * @param onDelta receives the output instead
   * @throws AppError model_refused when no text arrived; StoppedShort when it could not be completed, so that it can be
   * continued
   */
  async function write(
    prompt: Prompt,
    {
      length,
      begun = content,
      onDelta = append,
      onEnd = () => {},
    }: {
      length: TextLength | { characters: number }
      begun?: string
      onDelta?: (delta: string) => void
      onEnd?: () => void
    },
  ): Promise<void> {
    if (isDrafted()) return
    const reserveTokens = Math.floor(meter.left() * rereadReserveShare)
    const before = content.length
    const characters =
      'characters' in length ? length.characters : charactersOfLength(length, input.textLanguage)
    const reason = await streamText(prompt, { characters, begun, reserveTokens }, onDelta)
    onEnd()
    if (!begun.trim() && !content.slice(before).trim()) throw new AppError('model_refused')
    if (reason === 'length') throw new StoppedShort(new AppError('text_unfinished'))
  }

  function nameIt(title: string): void {
    if (titles.length === 0) setTitles([firstCharacters(title)])
  }

  /** The outline of a text that had no plan is its own headings. */
  function followHeadings(): void {
    const headings = findSections(content).map(({ heading }) => heading)
    if (headings.length > 0 && headings.join('\n') !== outline.map(({ heading }) => heading).join('\n'))
      setOutline(headings.map((heading) => ({ heading, points: [] })))
  }

  return {
    stage,
    begin,
    append,
    splice,
    object,
    /** Sends what the text assumes and the advice on it, in place of earlier ones. */
    assume: (lists: { assumed: string[]; advice: string[] }) => emit({ type: 'assumed', ...lists }),
    pageLanguage: input.language,
    streamText,
    content: () => content,
    isTextDone,
    mark,
    isDrafted,
    isRevised: () => isTextDone || written === 'revision',
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
     * The plan of a text that is planned before it is written: with sources, beyond the length of one draft, or when
     * the member has seen its outline. The member may have changed it.
     * @param headings the given headings; a model may reword them
     * @returns its sections with the length of each, for the draft; '' when the draft makes its own outline
     */
    async plan(
      prompt: () => Prompt,
      { length, headings }: { length: TargetLength; headings?: readonly string[] },
    ): Promise<string> {
      const isNeeded = input.isOutlineOnly || input.stages.includes('research') || isBeyondDraft(length)
      if (outline.length === 0 && !isNeeded) return ''
      isPlanned = true
      let shares: number[] | null = null
      await stage('outline', async () => {
        if (outline.length > 0) return
        const { sections } = await object('outline', prompt(), {
          schema: planAnswer(headings?.length),
          invalidCode: 'tool_create_failed',
        })
        shares = sections.map(({ share }) => share)
        setOutline(
          sections.map(({ heading, points }, index) => ({ heading: headings?.[index] ?? heading, points })),
        )
      })
      if (input.isOutlineOnly) throw cancelRequested
      await research()
      return describeOutline(outline, length.isOrdered ? sectionLengths(outline, shares, length) : undefined)
    },

    /** Appends the list of the cited sources. */
    listSources: (language: OutputLanguage) => append(sourceList(content, input.findings, language)),

    /** Other titles to choose from. Optional. */
    async otherTitles(prompt: (written: { title: string; outline: string }) => Prompt): Promise<void> {
      if (titles.length > 1) return
      const own = titles[0] ?? ''
      const call = prompt({ title: own, outline: outline.map(({ heading }) => `- ${heading}`).join('\n') })
      const answer = await attempt('titles', async () =>
        meter.canAfford(call, limits.titles / 4)
          ? object('titles', call, { schema: titlesAnswer, invalidCode: 'title_create_failed' })
          : { titles: [] },
      )
      setTitles([...new Set([own, ...(answer?.titles ?? [])])])
    },

    /** For tools whose title comes from the form. */
    nameIt,

    /** Replaces the title of a draft by that of its revision. */
    rename(title: string): void {
      if (title && titles.length < 2) setTitles([firstCharacters(title)])
    },

    /**
     * Writes a new text in one call, or continues one. What stands before the text (`head`) is sent as it arrives.
     * @param finish further work in the stage of the text
     * @throws AppError model_refused when no text arrived; StoppedShort when it could not be completed, so that it can
     * be continued
     */
    async draft({ prompt, length, head, topic }: Draft, finish: () => Promise<void>): Promise<void> {
      if (isOver('text')) return
      const isBegun = content.trim() !== ''
      const progress = createProgress([...head.filter((name) => name !== 'outline' || !isPlanned), 'text'])
      const reader = createDraftHead(
        { outline: head.includes('outline') },
        {
          outline(headings) {
            if (!isPlanned) setOutline(headings.map((heading) => ({ heading, points: [] })))
            if (head.includes('title')) progress.to('title')
          },
          title(title) {
            if (head.includes('title') && titles.length === 0) setTitles([firstCharacters(title)])
            progress.to('text')
          },
          text(delta) {
            // A text that is cancelled early has a title too.
            nameIt(topic)
            progress.to('text')
            append(delta)
          },
        },
      )
      if (!isDrafted()) {
        progress.to(isBegun ? 'text' : (head.find((name) => name !== 'outline' || !isPlanned) ?? 'text'))
        await write(prompt(), { length, onDelta: isBegun ? append : reader.add, onEnd: reader.end })
        mark('draft')
      }
      progress.to('text')
      await finish()
      if (head.includes('outline') && !isPlanned) followHeadings()
      progress.end()
    },

    write,

    attempt,

    /**
     * The whole answer of an optional call, of at most this length: null when it cannot be paid, fails or is cut.
     * @param options.isExtra whether it leaves a reserve for the calls after it, as a draft does
     * @throws the signal's reason
     */
    async optional(
      prompt: Prompt,
      { characters, isExtra = false }: { characters: number; isExtra?: boolean },
    ): Promise<string | null> {
      const outputTokensMax = outputTokensOf(characters, input.textLanguage, meter.model)
      const reserveTokens = isExtra ? Math.floor(meter.left() * rereadReserveShare) : 0
      if (!meter.canAfford(prompt, outputTokensMax / 3 + reserveTokens)) return null
      let answer = ''
      const add = (delta: string) => (answer += delta).length <= contentMaxLength
      const reason = await attempt('revision', () =>
        meter.text({ ...prompt, outputTokensMax, reserveTokens }, add),
      )
      return reason === 'complete' ? answer : null
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
