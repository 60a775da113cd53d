// What the stages of every tool share: they are told, what they make goes out at once, and a text that was begun goes on.
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

/** Output tokens of what is no running text, thoughts included. A text's own come from its length. */
const limits = {
  outline: 10_000,
  edits: 8_000,
  titles: 900,
  tags: 600,
  slides: 3_000,
  pictures: 2_400,
} as const
/** Said of one picture at least. */
const sceneTokensMin = 120
/** Kept while the text is written for the calls that read it again: its editing and its tags. */
const rereadReserveShare = 0.35
export type WriterInput = {
  meter: Meter
  emit: (event: ToolEvent) => void
  /** What was made before and has been told already. */
  kept: ToolDraft
  /** Each in the stage of its name. */
  read: Record<'files' | 'urls', () => Promise<void>>
  stages: ToolStage[]
  /** The stage in which another process left this run: those before it are over, and told. Null for a run of this process. */
  resumedAt: ToolStage | null
  /** Sources on the web for what is planned: told as they are found. @throws when nothing was found */
  research: (outline: Section[]) => Promise<void>
  /** What research has found; grows in its stage. */
  findings: readonly ReadSource[]
  /** Ends the run after the outline, so that a person can look at it first. */
  isOutlineOnly: boolean
  /** Makes a picture. @returns it as a text has it */
  draw: (order: PictureOrder) => Promise<string>
  signal: AbortSignal
  /** Of the text. */
  textLanguage: OutputLanguage
  /** Of the error words that go out while it runs. */
  language: Language
}

type TextOptions = {
  /** How long the text is to be, with spaces. */
  characters: number
  /** What there is of it already, '' for a new one. */
  begun?: string
  /** Left for later calls, in model tokens. */
  reserveTokens?: number
}

export type Writer = ReturnType<typeof createWriter>

/** Everything made goes out through `emit` at once, so that a failure keeps what exists. Methods throw AppError or the signal's reason. */
export function createWriter(input: WriterInput) {
  const { meter, emit, kept } = input
  /** A run that failed after its text goes on after it. */
  const isTextDone = kept.content.trim() !== '' && toolStages.indexOf(kept.stage) > toolStages.indexOf('text')
  let content = kept.content
  let titles = kept.titles
  let hasThumbnail = kept.thumbnail !== null

  const isOver = (name: ToolStage) =>
    input.resumedAt !== null && toolStages.indexOf(name) < toolStages.indexOf(input.resumedAt)

  async function stage(name: ToolStage, work: () => Promise<void> | void): Promise<void> {
    if (isOver(name)) return
    emit({ type: 'stage', stage: name, state: 'active' })
    await work()
    emit({ type: 'stage', stage: name, state: 'done' })
  }

  /** A stage that a text is whole without. @throws the signal's reason */
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

  /** The stages before the first call: all but reading was done when the request was accepted. */
  async function begin(): Promise<void> {
    const accepted: ToolStage[] = ['request', 'user', 'parameters', 'files', 'urls']
    for (const name of input.stages.filter((entry) => accepted.includes(entry))) {
      const read = async () => {
        if (name === 'files' || name === 'urls') await input.read[name]()
      }
      // What was read is not stored.
      if (isOver(name)) await read()
      else await stage(name, read)
    }
  }

  function append(delta: string): void {
    if (!delta) return
    content += delta
    emit({ type: 'text', delta })
  }

  function splice(start: number, end: number, text: string): void {
    if (content.slice(start, end) === text) return
    content = content.slice(0, start) + text + content.slice(end)
    emit({ type: 'splice', start, end, text })
  }

  function object<Output>(
    part: 'outline' | 'titles' | 'tags' | 'slides' | 'pictures' | 'edits',
    prompt: Prompt,
    options: {
      schema: z.ZodType<Output>
      invalidCode: ErrorCode
      isThoughtThrough?: boolean
    },
  ): Promise<Output> {
    return meter.object({ ...prompt, ...options, outputTokensMax: limits[part] })
  }

  /** Work that a text can do without: null where it fails. @throws the signal's reason */
  async function attempt<Output>(name: string, work: () => Promise<Output>): Promise<Output | null> {
    try {
      return await work()
    } catch (error) {
      input.signal.throwIfAborted()
      logFailure(`tools: ${name}`, error)
      return null
    }
  }

  /** A text in pieces. @returns `length` when it could not be written to its end */
  async function pieces(
    prompt: Prompt,
    { characters, begun = '', reserveTokens = 0 }: TextOptions,
    onDelta: (piece: string) => void,
  ): Promise<EndReason> {
    const call = {
      ...prompt,
      outputTokensMax: outputTokensOf(characters, input.textLanguage, meter.model),
      reserveTokens,
    }
    // A model that never stops is left: what does not fit into a text cannot be kept.
    let room = contentMaxLength - content.length
    const citations = createCitations(input.findings)
    const tell = (piece: string) => {
      const fits = piece.length <= room
      onDelta(fits ? piece : wholeCharacters(piece.slice(0, room)))
      room -= piece.length
      return fits
    }
    const reason = await writeToEnd(call, {
      begun,
      write: meter.text,
      canAfford: meter.canAfford,
      onDelta: (delta) => tell(citations.add(delta)),
    })
    tell(citations.end())
    return reason
  }

  return {
    stage,
    begin,
    append,
    splice,
    object,
    pieces,
    content: () => content,
    isTextDone,
    title: () => titles[0] ?? '',
    wantsPictures: input.stages.includes('images'),
    hasThumbnail: () => hasThumbnail,
    draw: input.draw,
    setThumbnail(picture: string): void {
      hasThumbnail = true
      emit({ type: 'thumbnail', picture })
    },
    /** Whether the call that says what pictures show can be paid. */
    canDescribe: (prompt: Prompt, count: number) => meter.canAfford(prompt, sceneTokensMin * count),

    /** Pictures are an extra: a text whose pictures fail is whole, and whoever reads it is told. */
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
    /** What may still be spent, in model tokens. */
    left: () => meter.left(),
    canAfford: meter.canAfford,
    model: meter.model,

    /**
     * The plan: kept, or asked for.
     * @returns its sections, and the whole of it for the call that writes: what the planner found out is known in the run that planned only
     */
    async plan(
      prompt: () => Prompt,
      { length, headings }: { length: TargetLength; headings?: readonly string[] },
    ): Promise<{ outline: Section[]; describe: (how: { hasGroundwork: boolean }) => string }> {
      let outline = kept.outline.map(readSection)
      let plan: Plan | null = null
      await stage('outline', async () => {
        if (outline.length > 0) return
        plan = await object('outline', prompt(), {
          schema: planAnswer(headings?.length),
          invalidCode: 'tool_create_failed',
          isThoughtThrough: true,
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
        describe: ({ hasGroundwork }) =>
          [
            hasGroundwork ? describeGroundwork(plan) : '',
            describeOutline(outline, length.isOrdered ? sectionLengths(outline, shares, length) : undefined),
          ]
            .filter(Boolean)
            .join('\n\n'),
      }
    },

    /** Sources for what is planned, where the form asks for them. A text is whole without. */
    async research(outline: Section[]): Promise<void> {
      if (!input.stages.includes('research')) return
      await extraStage('research', async () => {
        if (input.findings.length === 0) await input.research(outline)
      })
    },

    /** The list of what the text cites, at its end. */
    listSources: (language: OutputLanguage) => append(sourceList(content, input.findings, language)),

    /** Titles to choose from: kept, or asked for. Without them the text is named by what it is about. */
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

    /** For tools whose title is known from the form, and where none could be made. */
    nameIt(title: string): void {
      if (titles.length > 0) return
      titles = [Array.from(title).slice(0, titleMaxLength).join('')]
      emit({ type: 'titles', titles })
    },

    /**
     * Appends what a call writes to what there is of the text, or to `begun` where that is a part of it.
     * @throws AppError model_refused when nothing came; StoppedShort when it could not be written to its end, so that it can be gone on with
     */
    async write(
      prompt: Prompt,
      options: { length: TextLength | { characters: number }; isTextReadAgain?: boolean; begun?: string },
    ): Promise<void> {
      if (isTextDone) return
      const reserveTokens = options.isTextReadAgain ? Math.floor(meter.left() * rereadReserveShare) : 0
      const begun = options.begun ?? content
      const before = content.length
      const characters =
        'characters' in options.length
          ? options.length.characters
          : charactersOfLength(options.length, input.textLanguage)
      const reason = await pieces(prompt, { characters, begun, reserveTokens }, append)
      if (!begun.trim() && !content.slice(before).trim()) throw new AppError('model_refused')
      if (reason === 'length') throw new StoppedShort(new AppError('text_unfinished'))
    },

    attempt,

    /** An object that a text can do without: null where it cannot be paid or fails. @throws the signal's reason */
    async optional<Output>(part: 'edits', prompt: Prompt, schema: z.ZodType<Output>): Promise<Output | null> {
      if (!meter.canAfford(prompt, limits[part] / 8)) return null
      return attempt(part, () => object(part, prompt, { schema, invalidCode: 'tool_create_failed' }))
    },

    /** What was delivered stays and is charged, whatever went wrong after it. @throws the signal's reason, else StoppedShort */
    stopShort(error: unknown): never {
      input.signal.throwIfAborted()
      if (error instanceof StoppedShort) throw error
      logFailure('tools: stopped short', error)
      throw new StoppedShort(error instanceof AppError ? error : new AppError('tool_create_failed'))
    },

    async tags(prompt: (text: string) => Prompt, clean = cleanTags): Promise<void> {
      await extraStage('tags', async () => {
        const call = prompt(content)
        // Tags are an extra: a text that used up what was held is finished without them.
        if (!meter.canAfford(call, limits.tags / 4)) return
        const answer = await object('tags', call, { schema: tagsAnswer, invalidCode: 'tool_create_failed' })
        emit({ type: 'tags', tags: clean(answer.tags) })
      })
    },

    /** The last thing that a tool says: settling does the rest. */
    save: () => emit({ type: 'stage', stage: 'saving', state: 'active' }),
  }
}

/** What the planner found out, for the call that writes; '' when the plan was made in another run. */
function describeGroundwork(plan: Plan | null): string {
  if (!plan) return ''
  const { questions, specifics, overlooked } = plan
  return [
    'Questions of the reader:',
    ...questions.map((question) => `- ${question}`),
    'Specifics to choose from:',
    ...specifics.map(({ fact, kind }) => `- (${kind}) ${fact}`),
    'What the usual text gets wrong or leaves out:',
    `- ${overlooked}`,
  ].join('\n')
}

/** Without half of a pair at its end. */
const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')

/** As places take them: one word each, without emoji. */
export function cleanTags(tags: string[]): string[] {
  const clean = tags
    .map((tag) => tag.replace(/[\s#]|\p{Extended_Pictographic}|\p{Variation_Selector}|\u200d/gu, ''))
    .filter(Boolean)
  return [...new Map(clean.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, tagsMaxCount)
}
