import type { CheckedClaim } from './fact-check.ts'
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

/** The writing tools, in the order of the screens. */
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

/** What a text is: made by a tool, or the member's own, which no run made. */
const textKinds = [...writingTools, 'own'] as const
export type TextKind = (typeof textKinds)[number]
export const isTextKind = (name: unknown): name is TextKind => textKinds.includes(name as TextKind)

export const tones = ['formal', 'informal', 'custom'] as const
export type Tone = (typeof tones)[number]

/**
 * The languages of texts, apart from the language of the interface (T04). The values are the specification's own names.
 */
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
export const articleLimits = {
  topic: 500,
  keywords: 200,
  reader_questions: 600,
  information: 2_000,
  target: 50,
} as const
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
  posting: 4_000,
  question: 100,
  target: 50,
  questionsMax: 10,
  /** The range of an answer's limit, in its own unit. */
  limitMin: 50,
  limitMax: 5_000,
} as const
export const emailLimits = {
  topic: 500,
  strong_points: 1_000,
  received: 4_000,
  sender: 50,
  receiver: 50,
} as const
export const instagramFeedLimits = {
  topic: 500,
  information: 2_000,
  target: 50,
  slidesMin: 1,
  slidesMax: 10,
} as const
/** The maximum of a member's instruction for rewriting one section. */
export const instructionMaxLength = 500
export const outlineLimits = { sectionsMax: 20, section: 1_000, heading: 200 } as const

/** Scripts with a syllable or a word in each character: their texts are counted in characters, all others in words. */
export const denseLanguages: readonly OutputLanguage[] = ['Korean', 'Japanese', 'Chinese']

/** Free wishes about a text, which are obeyed literally. */
export const instructionsMaxLength = 1_000

/** The publishing place of an article; each place has its own habits. */
export const publishPlaces = ['none', 'naver', 'brunch', 'wordpress', 'newsletter'] as const
export type PublishPlace = (typeof publishPlaces)[number]

/** The maximum of files in a request of the tool (B09). */
export const toolFilesMax: Record<WritingTool, number> = {
  article: 1,
  document: 10,
  'business-plan': 10,
  'cover-letter': 3,
  email: 0,
  'instagram-feed': 0,
}

/** Tools whose texts are found by tags. */
export const toolsWithTags: readonly WritingTool[] = ['article', 'instagram-feed']

/** Tools that plan before they write: members can review and edit their outline before the text. */
export const toolsWithOutline: readonly WritingTool[] = ['article', 'document', 'business-plan']

/** Files to draw on (B09). */
/** For a PDF without text, which a model reads page by page: each page costs some 1,500 tokens. */
export const scanPagesMax = 20
export const pdfPagesMax = 500
/** Above any phone's camera; refused by the header, before decoding. */
export const picturePixelsMax = 100_000_000
/** The maximum that a model gets of all files and links together. */
export const sourceCharactersMax = 12_000

export const toolFileExtensions = uploadKinds['tool-file'].extensions

/** The problem of a tool file, by name and size (U06, U07, U09), or null. */
export function findToolFileProblem(file: { name: string; size: number }): ErrorCode | null {
  return findUploadProblem('tool-file', file)
}

/** The stages of a run, in order (T13). Stages that do not apply to a request are left out (T14). */
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

/** A source that a run has read. It is stored with the text, so that it can be shown later. */
export type ReadSource = {
  /** `web`: found by research. */
  kind: 'file' | 'link' | 'web'
  /** A file's name, a page's title. */
  name: string
  /** Only for links and web pages: http or https. */
  url?: string
  /** The length of the text for the model; null for a picture or scan. */
  characters: number | null
  /** Only for a picture or a scan: its pages, which decide the price. */
  pages?: number
  /** Only for web pages: the used facts. */
  facts?: SourceFact[]
  /** The date of publication, where the search or the page itself has one: YYYY-MM-DD. */
  date?: string | null
  /** The date of reading: YYYY-MM-DD in Korea. */
  read_on?: string
  /** Made up, because this machine cannot search. */
  is_sample?: boolean
}

/** What of a text is over: its draft has its own end, or was also revised. */
export type TextStep = 'draft' | 'revision'

/**
 * The events of a run: server-sent events, one JSON object each, with rising ids.
 * After the first byte an error is an event, never a status.
 */
export type ToolEvent =
  /**
   * The first event: the run's id, its stages and its maximum cost, in tokens. A follower may get it again after a
   * crash or a rewrite: it then drops all earlier output and receives everything again.
   */
  | { type: 'started'; run_id: number; stages: ToolStage[]; ceiling: number; is_demo: boolean }
  /** The site is busy: the queue position (1: next), 0 when the run starts. */
  | { type: 'queued'; position: number }
  /** `failed`: an optional step (research, titles, tags) failed, and the text is complete without it. */
  | { type: 'stage'; stage: ToolStage; state: 'active' | 'done' | 'failed' }
  /** Sections as in outline.ts: a heading, then a line for each point. */
  | { type: 'outline'; sections: string[] }
  | { type: 'titles'; titles: string[] }
  /** Markdown to append to the text. */
  | { type: 'text'; delta: string }
  /**
   * Replaces [start, end) of the text so far by `text`, in UTF-16 units: a shortened answer, a rewritten section.
   * `written` says how far the text is then, for the process that may continue it.
   */
  | { type: 'splice'; start: number; end: number; text: string; written?: TextStep }
  | { type: 'tags'; tags: string[] }
  /**
   * Passages of the text that tell about its sender what the order does not say, and advice before it is sent, in the
   * language of the member's page.
   */
  | { type: 'assumed'; assumed: string[]; advice: string[] }
  /** The picture above the text, as Markdown. */
  | { type: 'thumbnail'; picture: string }
  /** A picture failed and cost nothing; the run continues without it. */
  | { type: 'picture_failed'; code: ErrorCode; message: string }
  /** A file or link that was read, with its length: a source of the text. */
  | { type: 'source'; source: ReadSource }
  /** The run failed in `stage`, at the file or link `name`; nothing was charged. The text so far stays stored. */
  | { type: 'error'; code: ErrorCode; message: string; stage: ToolStage; name?: string }
  /** Last event. `token` and `image` are the charge; `available` is the remaining number of tokens. */
  | {
      type: 'done'
      status: Extract<RunStatus, 'done' | 'stopped' | 'failed'>
      token: number
      image: number
      available: number
      saved_at: string | null
    }

/** The events of an editor command. Its result is a suggestion and is never written into the text by itself. */
export type EditEvent =
  | { type: 'started'; edit_id: number; ceiling: number; is_demo: boolean }
  | { type: 'queued'; position: number }
  /** Markdown to append to the suggestion. */
  | { type: 'text'; delta: string }
  | { type: 'titles'; titles: string[] }
  | { type: 'tags'; tags: string[] }
  /** As Markdown. */
  | { type: 'picture'; picture: string }
  | { type: 'claims'; claims: CheckedClaim[] }
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
/** The number of suggested titles after the outline. */
export const titleCount = 5

/** The id in a shared text's URL: a random UUID (RFC 9562, version 4). */
export const shareIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
