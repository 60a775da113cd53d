// Checks the title of an article and the subject of an e-mail by code, like the text below it (`text-checks.ts`).
import { denseLanguages, type OutputLanguage } from '#shared/tools.ts'
import type { Finding } from './text-checks.ts'
import type { TextTone } from './writing-rules.ts'

/** `headline`: an article's title. `subject`: an e-mail's. */
export type TitleKind = 'headline' | 'subject'

type CheckedTitle = {
  kind: TitleKind
  tone: TextTone
  language: OutputLanguage
  /** The member's order: what it says is no fault. */
  ordered: string
}

/** As in the prompts of further titles. */
const lengthMax: Record<TitleKind, { dense: number; other: number }> = {
  headline: { dense: 40, other: 60 },
  subject: { dense: 35, other: 65 },
}

type Rule = { kind?: TitleKind; exceptTone?: TextTone; pattern: RegExp; advice: string }

const rules: Rule[] = [
  { kind: 'headline', pattern: /["“”„«»「」『』《》]/, advice: 'no quotation marks' },
  { pattern: /\p{Extended_Pictographic}/u, advice: 'no emoji' },
  {
    kind: 'headline',
    pattern:
      /\b(?:ultimate|definitive|complete) guide\b|everything you need to know|game[- ]changer|you won.t believe|완벽 ?(?:가이드|정리)|총정리|모든 것|꿀팁/i,
    advice: 'no stock phrase of headlines: say what this article gives its reader',
  },
  {
    kind: 'subject',
    pattern: /^(?:re|fwd?|회신|답장|전달) ?[:：]/i,
    advice: 'no “Re:”: the mail program adds it to an answer',
  },
  { kind: 'subject', exceptTone: 'message', pattern: /!|！/, advice: 'no exclamation mark' },
  {
    kind: 'subject',
    pattern:
      /^(?:안녕하세요|(?:문의|요청|부탁|안내|제안|사과)(?: ?드립니다| ?드려요| ?사항)?|hello|hi|hey|(?:quick |a )?question|request|in[qk]uiry|important|follow(?:ing)?[- ]up)[\s.!?~…]*$/i,
    advice: 'it says what is wanted or told, with its matter',
  },
]

/** All faults of a title, in one finding; none for a title that is not there yet. */
export function checkTitle(title: string, { kind, tone, language, ordered }: CheckedTitle): Finding[] {
  const plain = title.trim()
  const max = lengthMax[kind][denseLanguages.includes(language) ? 'dense' : 'other']
  const length = Array.from(plain).length
  const faults = [
    ...(length > max ? [`${length} characters, at most ${max}`] : []),
    ...rules.flatMap((rule) => {
      if ((rule.kind && rule.kind !== kind) || rule.exceptTone === tone) return []
      const found = rule.pattern.exec(plain)?.[0]
      return found === undefined || ordered.toLowerCase().includes(found.toLowerCase()) ? [] : [rule.advice]
    }),
  ]
  if (plain === '' || faults.length === 0) return []
  const name = kind === 'subject' ? 'Subject' : 'Title'
  return [{ message: `${name} “${plain}”: ${faults.join('; ')}.`, weight: faults.length }]
}
