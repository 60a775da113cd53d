// The checks that code can make of an obeyed order, and the amount of markup in a text.
import { targetLength, type LengthTool } from '#shared/text-length.ts'
import { measureLength } from '#shared/rendered-text.ts'
import type { Order } from './order.ts'

/** The requested items that the text lacks; empty when it has all. */
export function findDisobedience({ tool, form, asked }: Order, text: string): string[] {
  const problems: string[] = []
  const { hasTable, numbered = 0, includes = [], excludes = [] } = asked
  if (hasTable && !/^\|.+\|\s*\n\|[\s:|-]+\|/m.test(text)) problems.push('no table')
  const steps = text.match(/^(?:#{1,6} |\*\*)?\d+[.)] ?/gm)?.length ?? 0
  if (steps < numbered) problems.push(`${steps} of ${numbered} numbered`)
  for (const words of includes) if (!text.includes(words)) problems.push(`without ${words}`)
  for (const words of excludes) if (text.includes(words)) problems.push(`with ${words}`)
  const length = 'length' in form ? form.length : 0
  if (length && tool !== 'cover-letter') {
    const asks = { language: form.language!, length, length_unit: 'characters' } as const
    const target = targetLength(tool satisfies LengthTool, asks)
    const measured = measureLength(text, target.unit)
    if (Math.abs(measured - target.count) > target.count * 0.15)
      problems.push(`${measured} instead of ${target.count} ${target.unit}`)
  }
  return problems
}

/** Signs of Markdown for each thousand characters. */
export function countMarkup(text: string): number {
  const signs = text.match(/^#{1,6} |^[-*] |^\d+\. |^\||\*\*|\p{Extended_Pictographic}/gmu)?.length ?? 0
  return (signs / Math.max(1, text.length)) * 1_000
}
