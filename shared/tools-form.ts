// The forms of the tools as schemas. They are apart from tools.ts because of zod: pages load them only when a form is
// sent.
import { z } from 'zod'
import { countCharacters } from './characters.ts'
import type { FieldRule } from './errors.ts'
import { findLinks, linksMax } from './links.ts'
import { editFeatures, editLimits, isSectionFeature, spellingLimits, textMaxOf } from './tools-edit.ts'
import { textUnits } from './measure.ts'
import { pictureShapes } from './pictures.ts'
import { findLengthProblem, lengthUnits, type LengthTool } from './text-length.ts'
import {
  articleLimits,
  businessPlanLimits,
  contentMaxLength,
  coverLetterLimits,
  documentLimits,
  emailLimits,
  instagramFeedLimits,
  instructionsMaxLength,
  outputLanguages,
  publishPlaces,
  tones,
  type WritingTool,
} from './tools.ts'

export function text(limits: { max: number; isRequired?: boolean }) {
  return z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .superRefine((value, context) => {
      const length = countCharacters(value)
      if (limits.isRequired && length === 0) addFieldIssue(context, 'required')
      if (length > limits.max) addFieldIssue(context, 'too_long', limits.max)
    })
}

/** A refused field has one of the catalogue's rules as message and its limit as `params.count`. */
export function addFieldIssue(
  context: z.RefinementCtx,
  rule: FieldRule,
  count?: number,
  field?: string,
): void {
  context.addIssue({ code: 'custom', message: rule, params: { count }, ...(field ? { path: [field] } : {}) })
}

/**
 * Files that were uploaded before (app/session/upload-file.ts), by their path in the private bucket and the name that
 * the member sees.
 * The caller reports more than `countMax`, because that error has its own message.
 */
export const toolFiles = (countMax: number) =>
  z
    .array(
      z.strictObject(
        {
          path: z.string().regex(/^[0-9a-f]{32}\/I[0-9]{13}\.[0-9a-z]{2,4}$/),
          name: z.string().min(1).max(300).transform(cleanFileName),
        },
        'invalid',
      ),
      'invalid',
    )
    .max(countMax)
export type ToolFile = z.infer<ReturnType<typeof toolFiles>>[number]

/** Removes control characters and paths from a name that is shown and sent to a model. */
const cleanFileName = (name: string): string =>
  Array.from(name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[\\/]/g, '_'))
    .slice(-120)
    .join('')

/** The member's wishes besides the facts, as free text; every tool obeys them. */
const instructions = text({ max: instructionsMaxLength }).default('')

/**
 * The length of a text. 0: the tool's usual length. Languages other than dense ones count in words, whatever the unit.
 */
const length = {
  length: z.int('invalid').min(0, 'invalid').default(0),
  length_unit: z.enum(lengthUnits, 'choose').default('characters'),
}
/** Whether the run searches the web for sources before it writes. */
const research = z.boolean('invalid').default(false)

type LengthFields = {
  language: (typeof outputLanguages)[number]
  length: number
  length_unit: (typeof lengthUnits)[number]
}

const checkLength = (tool: LengthTool) => (form: LengthFields, context: z.RefinementCtx) => {
  const problem = findLengthProblem(tool, form)
  if (problem) addFieldIssue(context, problem.rule, problem.count, 'length')
}

/** The article's form (T05, T11). Limits are inclusive. Its file is sent separately as `files`. */
export const articleSchema = z
  .strictObject({
    topic: text({ max: articleLimits.topic, isRequired: true }),
    tone: z.enum(tones, 'choose'),
    language: z.enum(outputLanguages, 'choose'),
    keywords: text({ max: articleLimits.keywords }).default(''),
    /** What readers want to know, one question a line. */
    reader_questions: text({ max: articleLimits.reader_questions }).default(''),
    information: text({ max: articleLimits.information }).default(''),
    target: text({ max: articleLimits.target }).default(''),
    instructions,
    ...length,
    place: z.enum(publishPlaces, 'choose').default('none'),
    research,
    thumbnail: z.boolean('invalid').default(false),
  })
  .superRefine(checkLength('article'))
export type ArticleForm = z.infer<typeof articleSchema>

/** The document's form (T06): no tone. Up to ten files are sent separately. */
const documentSchema = z
  .strictObject({
    topic: text({ max: documentLimits.topic, isRequired: true }),
    purpose: text({ max: documentLimits.purpose, isRequired: true }),
    language: z.enum(outputLanguages, 'choose'),
    information: text({ max: documentLimits.information }).default(''),
    target: text({ max: documentLimits.target }).default(''),
    instructions,
    ...length,
    research,
  })
  .superRefine(checkLength('document'))
export type DocumentForm = z.infer<typeof documentSchema>

/** The business plan's form (T07): `format` has the items of the plan, in their order. */
const businessPlanSchema = z
  .strictObject({
    name: text({ max: businessPlanLimits.name, isRequired: true }),
    overview: text({ max: businessPlanLimits.overview, isRequired: true }),
    format: z
      .array(oneLine({ max: businessPlanLimits.item, isRequired: true }), 'invalid')
      .superRefine((items, context) => checkCount(context, items, businessPlanLimits.itemsMax)),
    language: z.enum(outputLanguages, 'choose'),
    information: text({ max: businessPlanLimits.information }).default(''),
    instructions,
    ...length,
    research,
  })
  .superRefine(checkLength('business-plan'))
export type BusinessPlanForm = z.infer<typeof businessPlanSchema>

const coverLetterQuestion = z.strictObject({
  question: oneLine({ max: coverLetterLimits.question, isRequired: true }),
  limit: z
    .int('invalid')
    .min(coverLetterLimits.limitMin, 'invalid')
    .max(coverLetterLimits.limitMax, 'invalid'),
  unit: z.enum(textUnits, 'choose'),
})

/** The cover letter's form (T08, B08): each question has its own limit. */
const coverLetterSchema = z.strictObject({
  introduce: text({ max: coverLetterLimits.introduce, isRequired: true }),
  career: text({ max: coverLetterLimits.career, isRequired: true }),
  duty: text({ max: coverLetterLimits.duty, isRequired: true }),
  /** The job posting, or a link to it. The company wrote it: it is material. */
  posting: text({ max: coverLetterLimits.posting }).default(''),
  questions: z
    .array(coverLetterQuestion, 'invalid')
    .superRefine((questions, context) => checkCount(context, questions, coverLetterLimits.questionsMax)),
  tone: z.enum(tones, 'choose'),
  language: z.enum(outputLanguages, 'choose'),
  target: text({ max: coverLetterLimits.target }).default(''),
  instructions,
})
export type CoverLetterForm = z.infer<typeof coverLetterSchema>

/** The e-mail's form (T09). */
const emailSchema = z
  .strictObject({
    topic: text({ max: emailLimits.topic, isRequired: true }),
    strong_points: text({ max: emailLimits.strong_points, isRequired: true }),
    /** The e-mail that this one answers. Somebody else wrote it: it is material, and its links are not read. */
    received: text({ max: emailLimits.received }).default(''),
    sender: text({ max: emailLimits.sender }).default(''),
    receiver: text({ max: emailLimits.receiver }).default(''),
    tone: z.enum(tones, 'choose'),
    language: z.enum(outputLanguages, 'choose'),
    instructions,
    ...length,
  })
  .superRefine(checkLength('email'))
export type EmailForm = z.infer<typeof emailSchema>

/** The Instagram feed's form (T10). */
const instagramFeedSchema = z
  .strictObject({
    topic: text({ max: instagramFeedLimits.topic, isRequired: true }),
    information: text({ max: instagramFeedLimits.information }).default(''),
    tone: z.enum(tones, 'choose'),
    language: z.enum(outputLanguages, 'choose'),
    target: text({ max: instagramFeedLimits.target }).default(''),
    slide_count: z
      .int('choose')
      .min(instagramFeedLimits.slidesMin, 'choose')
      .max(instagramFeedLimits.slidesMax, 'choose'),
    instructions,
    ...length,
    image: z.boolean('invalid').default(false),
  })
  .superRefine(checkLength('instagram-feed'))
export type InstagramFeedForm = z.infer<typeof instagramFeedSchema>

export const toolSchemas = {
  article: articleSchema,
  document: documentSchema,
  'business-plan': businessPlanSchema,
  'cover-letter': coverLetterSchema,
  email: emailSchema,
  'instagram-feed': instagramFeedSchema,
} as const satisfies Record<WritingTool, z.ZodObject>
export type ToolForms = { [Tool in WritingTool]: z.infer<(typeof toolSchemas)[Tool]> }

/** One line, because a future heading contains no line break. */
function oneLine(limits: { max: number; isRequired?: boolean }) {
  return z
    .string()
    .transform((value) => value.replace(/\s+/g, ' '))
    .pipe(text(limits))
}

function checkCount(context: z.RefinementCtx, entries: readonly unknown[], max: number): void {
  if (entries.length === 0) addFieldIssue(context, 'required')
  if (entries.length > max) addFieldIssue(context, 'too_many', max)
}

/** Links to preview before writing (T16). */
export const linksSchema = z.strictObject({
  urls: z
    .array(
      z
        .string()
        .transform((url) => findLinks(url)[0] ?? '')
        .refine(Boolean, 'invalid'),
      'invalid',
    )
    .superRefine((urls, context) => checkCount(context, urls, linksMax)),
})

/**
 * A command of the editor (T02, T12): on a passage, or at a position between `before` and `after`. The free command has
 * an instruction, and so has a picture, which it describes. A translation has its language.
 */
export const editSchema = z
  .strictObject({
    id: z.int('invalid').positive('invalid'),
    feature: z.enum(editFeatures, 'choose'),
    text: text({ max: spellingLimits.text }).default(''),
    before: z.string().max(editLimits.around).default(''),
    after: z.string().max(editLimits.around).default(''),
    instruction: text({ max: editLimits.instruction }).default(''),
    /** For a picture. */
    shape: z.enum(pictureShapes, 'choose').default('wide'),
    /** For a translation. */
    language: z.enum(outputLanguages, 'choose').optional(),
    /** For a section: its number in the text, from 0, and its heading, both as the member saw them. */
    section: z
      .strictObject({ number: z.int('invalid').min(0, 'invalid'), heading: z.string().max(contentMaxLength) })
      .optional(),
  })
  .superRefine(({ feature, text: passage, before, instruction, language, section }, context) => {
    const hasInstruction = feature === 'text' || feature === 'image'
    const needsInstruction = hasInstruction && instruction === ''
    const isSection = isSectionFeature(feature)
    const needsText =
      feature === 'text-continue' ? before.trim() === '' : !hasInstruction && !isSection && passage === ''
    if (isSection && !section) addFieldIssue(context, 'required', undefined, 'section')
    if (needsInstruction) addFieldIssue(context, 'required', undefined, 'instruction')
    if (needsText) addFieldIssue(context, 'required', undefined, 'text')
    const textMax = textMaxOf(feature)
    if (countCharacters(passage) > textMax) addFieldIssue(context, 'too_long', textMax, 'text')
    if (feature === 'text-translate' && !language) addFieldIssue(context, 'choose', undefined, 'language')
  })
export type EditForm = z.infer<typeof editSchema>

/** One message per field, the first problem. Works for every form whose issues come from here. */
export function fieldProblems(error: z.ZodError): Record<string, { rule: FieldRule; count?: number }> {
  const problems: Record<string, { rule: FieldRule; count?: number }> = {}
  for (const issue of error.issues) {
    // An entry of a list is its own field: `questions.0.limit`.
    const field = issue.path.join('.')
    if (problems[field]) continue
    const count = issue.code === 'custom' ? (issue.params?.count as number | undefined) : undefined
    const rule =
      issue.code === 'custom' || issue.message === 'choose' ? (issue.message as FieldRule) : 'invalid'
    problems[field] = count === undefined ? { rule } : { rule, count }
  }
  return problems
}
