import type { Judgement } from './judge-pair.ts'
import { countMarkup, findDisobedience } from './obedience.ts'
import type { Order } from './order.ts'
import { mean, wilsonInterval } from './statistics.ts'
import type { Pair } from './write-texts.ts'

export type Compared = { order: Order; pair: Pair; judgements: Judgement[] }

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** The result of a comparison, as Markdown: the lost ones first. */
export function describeComparison(
  compared: readonly Compared[],
  { writer, when }: { writer: string; when: Date },
): string {
  const groups = [
    ['all', compared],
    ...groupBy(compared, ({ order }) => order.form.language ?? ''),
    ...groupBy(compared, ({ order }) => order.tool),
  ] as const
  const side = (name: 'ours' | 'chat') => {
    const written = compared.map(({ pair }) => pair[name])
    const disobeyed = compared.filter(
      ({ order, pair }) => findDisobedience(order, pair[name].text).length > 0,
    )
    return `| ${name} | ${Math.round(mean(written.map(({ text }) => text.length)))} | ${mean(written.map(({ text }) => countMarkup(text))).toFixed(1)} | ${disobeyed.length} | ${Math.round(mean(written.map(({ tokens }) => tokens)))} | ${mean(written.map(({ seconds }) => seconds)).toFixed(0)} |`
  }
  return `# What the product writes against a plain chat message

${compared.length} orders, ${when.toISOString().slice(0, 10)}, written by: ${writer}; judges: ${[...new Set(compared.flatMap(({ judgements }) => judgements.map(({ judge }) => judge)))].join(', ')}.
Each judge reads each pair twice, with the sides swapped; a flip is a tie. The interval is Wilson's, 95 percent, of those that were decided.

| | won | lost | tied | of the decided | interval |
| --- | ---: | ---: | ---: | ---: | --- |
${groups.map(([name, of]) => describeGroup(name, of)).join('\n')}

| | characters | signs of markup for each 1,000 | orders disobeyed, by code | tokens | seconds |
| --- | ---: | ---: | ---: | ---: | ---: |
${side('ours')}
${side('chat')}

## Lost

${listOf(compared, 'lost')}

## Tied

${listOf(compared, 'tied')}

## Won

${listOf(compared, 'won')}

## Disobeyed

${describeDisobedience(compared)}
`
}

function describeGroup(name: string, compared: readonly Compared[]): string {
  const results = compared.flatMap(({ judgements }) => judgements.map(({ result }) => result))
  const count = (wanted: string) => results.filter((result) => result === wanted).length
  const [won, lost] = [count('won'), count('lost')]
  const { low, high } = wilsonInterval(won, won + lost)
  const share = won + lost > 0 ? percent(won / (won + lost)) : 'none'
  return `| ${name} | ${won} | ${lost} | ${count('tied')} | ${share} | ${percent(low)} to ${percent(high)} |`
}

function listOf(compared: readonly Compared[], wanted: Judgement['result']): string {
  const lines = compared.flatMap(({ order, judgements }) =>
    judgements
      .filter(({ result }) => result === wanted)
      .map(({ judge, why }) => `- ${order.id}, ${judge}: ${why.join(' / ').replaceAll('\n', ' ')}`),
  )
  return lines.join('\n') || 'None.'
}

function describeDisobedience(compared: readonly Compared[]): string {
  const lines = compared.flatMap(({ order, pair }) =>
    (['ours', 'chat'] as const).flatMap((name) => {
      const problems = findDisobedience(order, pair[name].text)
      return problems.length > 0 ? [`- ${order.id}, ${name}: ${problems.join('; ')}`] : []
    }),
  )
  return lines.join('\n') || 'None.'
}

function groupBy(compared: readonly Compared[], key: (of: Compared) => string): [string, Compared[]][] {
  const groups = new Map<string, Compared[]>()
  for (const of of compared) groups.set(key(of), [...(groups.get(key(of)) ?? []), of])
  return [...groups]
}
