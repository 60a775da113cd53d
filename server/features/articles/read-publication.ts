// Parses a notice or an article from a file. A head of `name: value` lines between `---` comes first, then both texts
// in Markdown under `<!-- ko -->` and `<!-- en -->`.
import { z } from 'zod'
import { articleTypes, noticeTypes, publicationLimits, type PublicationField } from '#shared/articles.ts'

const text = (field: PublicationField) => z.string().trim().min(1).max(publicationLimits[field])
const titles = {
  title_ko: text('title_ko'),
  title_en: text('title_en'),
  summary_ko: text('summary_ko'),
  summary_en: text('summary_en'),
  content_ko: text('content_ko'),
  content_en: text('content_en'),
}
const common = {
  key: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is small letters, digits and hyphens'),
  /** `now`, `draft`, or a time, also a future one. */
  published_at: z.union([z.enum(['now', 'draft']), z.iso.datetime({ offset: true })]),
  ...titles,
}
const publication = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('article'), type: z.enum(articleTypes), ...common }),
  z.strictObject({
    kind: z.literal('notice'),
    type: z.enum(noticeTypes),
    is_important: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
    ...common,
  }),
])
export type Publication = z.infer<typeof publication>

/** @returns the publication, or the problems of the file in words for an operator */
export function readPublication(file: string): { publication: Publication } | { problems: string[] } {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(file.replace(/^\ufeff/, ''))
  if (!parts) return { problems: ['The file begins with a head between two lines of ---.'] }
  const [, head = '', body = ''] = parts
  const texts = /<!-- ko -->([\s\S]*?)<!-- en -->([\s\S]*)$/.exec(body)
  if (!texts) return { problems: ['The texts stand under <!-- ko --> and <!-- en -->, in this order.'] }
  const fields: Record<string, string> = {}
  const odd: string[] = []
  for (const line of head.split(/\r?\n/).filter((each) => each.trim() !== '')) {
    const [, name, value] = /^([a-z_]+): *(.*)$/.exec(line) ?? []
    if (name === undefined || Object.hasOwn(fields, name)) odd.push(`The head holds an odd line: ${line}`)
    else fields[name] = value!.trim()
  }
  const result = publication.safeParse({ ...fields, content_ko: texts[1], content_en: texts[2] })
  if (odd.length > 0) return { problems: odd }
  if (result.success) return { publication: result.data }
  return {
    problems: result.error.issues.map(({ path, message }) => `${path.join('.') || 'head'}: ${message}`),
  }
}
