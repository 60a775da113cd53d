import en from '#shared/messages/en/processors.json'
import ko from '#shared/messages/ko/processors.json'
import type { Business } from '#shared/business.ts'
import type { Language } from '#shared/language.ts'
import { processorsAbroad, type ProcessorName } from '#shared/processors.ts'
import { translate } from '#shared/words.ts'

/** A company and its description in the policy, as label and text. */
type Card = { name: string; lines: { label: string; text: string; href?: string }[] }
export type CardList = { cards: Card[]; none: string }

type Listed = { processors: readonly ProcessorName[]; business: Business | null }

/** The configured processors of the site (개인정보 보호법 제26조), and the data transferred abroad (제28조의8). */
export function describeProcessors(
  { processors, business }: Listed,
  language: Language,
): { share: CardList; abroad: CardList } {
  const words = language === 'en' ? en : ko
  const say = (key: string) => translate(words, key, { hosting: business?.hosting ?? words.hostingUnknown })
  const line = (column: string, text: string) => ({ label: say(`column.${column}`), text })
  const share = processors.map((name) => ({
    name: say(`${name}.name`),
    lines: [line('task', say(`${name}.task`)), line('items', say(`${name}.items`))],
  }))
  const abroad = processors.flatMap((name) => {
    const policy = processorsAbroad[name]
    if (!policy) return []
    const lines = [
      line('country', say('us')),
      line('items', say(`${name}.items`)),
      line('when', say('abroadWhen')),
      line('purpose', say('abroadPurpose')),
      line('period', say('abroadPeriod')),
      { ...line('policy', policy), href: policy },
    ]
    return [{ name: say(`${name}.name`), lines }]
  })
  return { share: { cards: share, none: say('none') }, abroad: { cards: abroad, none: say('abroadNone') } }
}
