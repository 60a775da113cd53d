// The limits for a prompt library of a million prompts, and its figures for readers.
import { totalmem } from 'node:os'
import { chooseSharedBuffersMegabytes } from '#scripts/engine/embedded-postgres.ts'
import type { LibraryFigures, ListFigure } from './measure-library.ts'
import { megabytes, type Verdict } from './verdicts.ts'

const searchMsMax = 40
const listMsMax = 10
const deepRatioMax = 2
const writeMsMax = 20
const snapshotRatioMin = 10

export function judgeLibrary({ searches, lists, writing, page }: LibraryFigures): Verdict[] {
  const slowest = searches.toSorted((a, b) => b.p95 - a.p95)[0]
  const slowestList = lists.toSorted((a, b) => worst(b) - worst(a))[0]
  const deepest = lists.toSorted((a, b) => ratio(b) - ratio(a))[0]
  const wrong = searches.filter(({ isRight }) => !isRight)
  return [
    gate(
      'slowest search',
      `< ${searchMsMax} ms`,
      slowest?.p95,
      searchMsMax,
      slowest && `${slowest.what}, ${slowest.sort}`,
    ),
    {
      kind: 'gate',
      what: 'library, results identical to ilike',
      asked: 'all',
      measured: `${searches.length - wrong.length} of ${searches.length}`,
      isMet: wrong.length === 0,
    },
    gate(
      'slowest list page, at any depth',
      `< ${listMsMax} ms`,
      slowestList && worst(slowestList),
      listMsMax,
      slowestList && `${slowestList.sort}, ${slowestList.filter}`,
    ),
    {
      kind: 'gate',
      what: 'library, a page at half of the list to the first page (medians)',
      asked: `<= ${deepRatioMax}`,
      measured: deepest ? `${ratio(deepest).toFixed(2)} (${deepest.sort}, ${deepest.filter})` : 'none',
      isMet: lists.every((list) => ratio(list) <= deepRatioMax),
    },
    gate('adding a prompt', `< ${writeMsMax} ms`, writing.add, writeMsMax),
    gate('editing a prompt', `< ${writeMsMax} ms`, writing.edit, writeMsMax),
    {
      kind: 'gate',
      what: 'library, viewing a prompt to counting the view in its row at once (p95)',
      asked: '<= 1',
      measured: `${(writing.view / writing.count).toFixed(2)} (${writing.view.toFixed(1)} to ${writing.count.toFixed(1)} ms)`,
      isMet: writing.view <= writing.count,
    },
    {
      kind: 'gate',
      what: 'library, the list page from its snapshot to made anew for each request',
      asked: `>= ${snapshotRatioMin}`,
      measured: `${(page.served / page.anew).toFixed(1)} (${page.served.toFixed(0)} to ${page.anew.toFixed(0)} a second)`,
      isMet: page.served / page.anew >= snapshotRatioMin,
    },
  ]
}

const worst = ({ first, deep }: ListFigure): number => Math.max(first, deep)
/** At two milliseconds, the 95th percentile measures other programs. */
const ratio = ({ firstP50, deepP50 }: ListFigure): number => deepP50 / firstP50

const gate = (
  what: string,
  asked: string,
  ms: number | undefined,
  msMax: number,
  where?: string,
): Verdict => ({
  kind: 'gate',
  what: `library, ${what} (p95)`,
  asked,
  measured: ms === undefined ? 'none' : `${ms.toFixed(1)} ms${where ? ` (${where})` : ''}`,
  isMet: ms !== undefined && ms < msMax,
})

export function describeLibrary(figures: LibraryFigures, verdicts: Verdict[], when: Date): string {
  const { count, load, seconds, indexBytes, searches, lists, writing } = figures
  return `# The prompt library at ${count.toLocaleString('en-US')} prompts

Measured on ${when.toISOString().slice(0, 10)} by \`node scripts/bench.ts library\`; milliseconds at the 95th percentile of twenty calls, after one that is not counted. Searches and
lists were measured in six rounds with all others between, and the quietest round of each stands here: other programs disturb whole seconds at a time. Writing was measured once, at the end.
Postgres had the settings with which the product starts it; of this machine's ${megabytes(totalmem())} it kept ${chooseSharedBuffersMegabytes()} MB for pages itself (shared_buffers).
At the end ${load.average.toFixed(1)} programs wanted one of ${load.cores} cores: beyond ${load.cores}, times tell of waiting for a core too, and the median is the better figure.
Generated in ${seconds.texts.toFixed(0)} s, indexes for searching made in ${seconds.indexes.toFixed(0)} s (${megabytes(indexBytes)}). What Postgres did: [library-plans.txt](library-plans.txt).

| asked | limit | measured | |
| --- | --- | --- | --- |
${verdicts.map(({ what, asked, measured, isMet }) => `| ${what} | ${asked} | ${measured} | ${isMet ? 'met' : '**missed**'} |`).join('\n')}

## Searches

| keyword | | order | prompts that hold it | median, ms | p95, ms | like ilike |
| --- | --- | --- | --- | --- | --- | --- |
${searches.map(({ keyword, what, sort, hits, p50, p95, isRight }) => `| ${keyword} | ${what} | ${sort} | ${hits.toLocaleString('en-US')} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${isRight ? 'yes' : '**no**'} |`).join('\n')}

## Lists

| order | filter | first page, median and p95, ms | lines before the deep page | deep page, median and p95, ms |
| --- | --- | --- | --- | --- |
${lists.map(({ sort, filter, first, firstP50, deep, deepP50, depth }) => `| ${sort} | ${filter} | ${firstP50.toFixed(1)}, ${first.toFixed(1)} | ${depth.toLocaleString('en-US')} | ${deepP50.toFixed(1)}, ${deep.toFixed(1)} |`).join('\n')}

## Writing

A new prompt that is shown: ${writing.add.toFixed(1)} ms. An edit of its text: ${writing.edit.toFixed(1)} ms. A view: ${writing.view.toFixed(1)} ms;
counted in the prompt's row at once, as it was before views were counted in batches, that alone took ${writing.count.toFixed(1)} ms.
`
}
