import type { ErrorCode } from './errors.ts'
import type { SourceFact } from './research.ts'
import { findUploadProblem, uploadKinds } from './uploads.ts'

export const toolNames = [
  'article',
  'document',
  'business-plan',
  'cover-letter',
  'email',
  'instagram-feed',
  'keyword-data',
  'keyword-trend',
] as const
export type ToolName = (typeof toolNames)[number]

/** The tools that write; screens list them in this order. */
export const writingTools = [
  'article',
  'document',
  'business-plan',
  'cover-letter',
  'email',
  'instagram-feed',
] as const satisfies readonly ToolName[]
export type WritingTool = (typeof writingTools)[number]

export const isWritingTool = (name: unknown): name is WritingTool =>
  writingTools.includes(name as WritingTool)

export const tones = ['formal', 'informal', 'custom'] as const
export type Tone = (typeof tones)[number]

/** What a text can be written in, apart from the language of the interface (T04). The values are the specification's own names. */
export const outputLanguages = [
  'Korean',
  'English',
  'Japanese',
  'Chinese',
  'Spanish',
  'French',
  'German',
  'Russian',
  'Arabic',
  'Hindi',
] as const
export type OutputLanguage = (typeof outputLanguages)[number]

/** BCP 47 tags for `lang` attributes, so that fonts, hyphenation and screen readers fit the text. */
export const outputLanguageTags: Record<OutputLanguage, string> = {
  Korean: 'ko',
  English: 'en',
  Japanese: 'ja',
  Chinese: 'zh',
  Spanish: 'es',
  French: 'fr',
  German: 'de',
  Russian: 'ru',
  Arabic: 'ar',
  Hindi: 'hi',
}
export const isRightToLeft = (language: string): boolean => language === 'Arabic'

// Characters, inclusive (T05-T11); `…Max` counts entries.
export const articleLimits = { topic: 500, information: 2_000, target: 50 } as const
export const documentLimits = { topic: 100, purpose: 100, information: 2_000, target: 50 } as const
export const businessPlanLimits = {
  name: 50,
  overview: 2_000,
  information: 2_000,
  item: 100,
  itemsMax: 20,
} as const
export const coverLetterLimits = {
  introduce: 1_000,
  career: 1_000,
  duty: 100,
  question: 100,
  target: 50,
  questionsMax: 10,
  /** What an answer may be limited to, in its own unit. */
  limitMin: 50,
  limitMax: 5_000,
} as const
export const emailLimits = { topic: 500, strong_points: 1_000, sender: 50, receiver: 50 } as const
export const instagramFeedLimits = {
  topic: 500,
  information: 2_000,
  target: 50,
  slidesMin: 1,
  slidesMax: 10,
} as const
/** What a person may ask for when one section is rewritten. */
export const instructionMaxLength = 500
export const outlineLimits = { sectionsMax: 20, section: 1_000, heading: 200 } as const

/** Written with a syllable or a word in each character: their texts are counted in characters, all others in words. */
export const denseLanguages: readonly OutputLanguage[] = ['Korean', 'Japanese', 'Chinese']

/** Free wishes about a text, obeyed to the letter. */
export const instructionsMaxLength = 1_000

/** Where an article will be published; each place has habits of its own. */
export const publishPlaces = ['none', 'naver', 'brunch', 'wordpress', 'newsletter'] as const
export type PublishPlace = (typeof publishPlaces)[number]

/** Files that a request of the tool may bring (B09). */
export const toolFilesMax: Record<WritingTool, number> = {
  article: 1,
  document: 10,
  'business-plan': 0,
  'cover-letter': 0,
  email: 0,
  'instagram-feed': 0,
}

/** Tools whose texts are found by tags. */
export const toolsWithTags: readonly WritingTool[] = ['article', 'instagram-feed']

/** Tools that plan before they write: their outline can be looked at and changed before the text. */
export const toolsWithOutline: readonly WritingTool[] = ['article', 'document', 'business-plan']

/** Files to draw on (B09). */
/** Of a PDF without text, which a model looks at page by page: each costs some 1,500 tokens. */
export const scanPagesMax = 20
export const pdfPagesMax = 500
/** More than any phone's camera makes; refused by the header, before it is decoded. */
export const picturePixelsMax = 100_000_000
/** Of all files and links together, what a model is given. */
export const sourceCharactersMax = 12_000

export const toolFileExtensions = uploadKinds['tool-file'].extensions

/** What is wrong with a tool file, by name and size (U06, U07, U09), or null. */
export function findToolFileProblem(file: { name: string; size: number }): ErrorCode | null {
  return findUploadProblem('tool-file', file)
}

/** What a run passes through, in order (T13). Stages that do not apply to a request are left out (T14). */
export const toolStages = [
  'request',
  'user',
  'parameters',
  'files',
  'urls',
  'outline',
  'research',
  'title',
  'text',
  'images',
  'tags',
  'saving',
  'done',
] as const
export type ToolStage = (typeof toolStages)[number]

export const runStatuses = ['queued', 'running', 'done', 'stopped', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]

/** What a run has read. Kept with the text, so that it is seen later too. */
export type ReadSource = {
  /** `web`: found by research. */
  kind: 'file' | 'link' | 'web'
  /** A file's name, a page's title. */
  name: string
  /** Of a link, and of what was found on the web: http or https. */
  url?: string
  /** Of the text that a model was given; null for what a model looks at. */
  characters: number | null
  /** Of a picture or a scan: what it costs to look at. */
  pages?: number
  /** Of what was found on the web: what is used of it. */
  facts?: SourceFact[]
  /** When it was published, where the search says so: YYYY-MM-DD. */
  date?: string | null
  /** When it was read: YYYY-MM-DD in Korea. */
  read_on?: string
  /** Made up, because this machine cannot search. */
  is_sample?: boolean
}

/**
 * What a run sends while it goes on: server-sent events, one JSON object each, with rising ids.
 * After the first byte an error is an event, never a status.
 */
export type ToolEvent =
  /**
   * First event: the run's id, the stages that apply and what it may cost at most, in tokens. A follower may get it again, after a
   * crash or when the text is written again: what was shown so far counts for nothing then, and everything is told anew.
   */
  | { type: 'started'; run_id: number; stages: ToolStage[]; ceiling: number; is_demo: boolean }
  /** The site is busy: place in line (1: next), 0 when the run's turn has come. */
  | { type: 'queued'; position: number }
  /** `failed`: an extra (research, titles, tags) could not be made, and the text is whole without it. */
  | { type: 'stage'; stage: ToolStage; state: 'active' | 'done' | 'failed' }
  /** Sections as in outline.ts: a heading, then a line for each point. */
  | { type: 'outline'; sections: string[] }
  | { type: 'titles'; titles: string[] }
  /** A piece of Markdown to append to the text. */
  | { type: 'text'; delta: string }
  /** Puts `text` in the place of [start, end) of the text so far, in UTF-16 units: an answer made shorter, a section written anew. */
  | { type: 'splice'; start: number; end: number; text: string }
  | { type: 'tags'; tags: string[] }
  /** The picture above the text, as Markdown. */
  | { type: 'thumbnail'; picture: string }
  /** A picture could not be made and cost nothing; the run goes on without it. */
  | { type: 'picture_failed'; code: ErrorCode; message: string }
  /** A file or link that was read, with how much of it: what the text can draw on. */
  | { type: 'source'; source: ReadSource }
  /** The run failed in `stage`, at the file or link `name`; nothing was charged. What was written until then is kept. */
  | { type: 'error'; code: ErrorCode; message: string; stage: ToolStage; name?: string }
  /** Last event. `token` and `image` are what was charged; `available` the tokens that are left. */
  | {
      type: 'done'
      status: Extract<RunStatus, 'done' | 'stopped' | 'failed'>
      token: number
      image: number
      available: number
      saved_at: string | null
    }

/** What a command of the editor sends while it goes on; offered to the person, never written into the text by itself. */
export type EditEvent =
  | { type: 'started'; edit_id: number; ceiling: number; is_demo: boolean }
  | { type: 'queued'; position: number }
  /** A piece of Markdown to append to what is offered. */
  | { type: 'text'; delta: string }
  | { type: 'titles'; titles: string[] }
  | { type: 'tags'; tags: string[] }
  /** As Markdown. */
  | { type: 'picture'; picture: string }
  | { type: 'error'; code: ErrorCode; message: string }
  | {
      type: 'done'
      status: Extract<RunStatus, 'done' | 'stopped' | 'failed'>
      token: number
      image: number
      available: number
    }

export const historyPageSize = 30
export const titleMaxLength = 300
export const contentMaxLength = 200_000
export const tagsMaxCount = 30
/** Titles to choose from after the outline. */
export const titleCount = 5

/** Of a shared text's address: a random UUID (RFC 9562, version 4). */
export const shareIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
