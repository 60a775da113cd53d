// The figures of a large site for readers.
import { queryMsMax, type QueryFigure, type ScaleFigures, type TableSize } from './measure-scale.ts'
import type { JobFigure } from './scale-jobs.ts'

const number = (value: number) => value.toLocaleString('en-US')
const ms = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1))
const megabytes = (bytes: number) => number(Math.round(bytes / 1_048_576))

const isOver = ({ p95 }: QueryFigure) => p95 >= queryMsMax
const isSlowForOne = ({ p95, worst }: QueryFigure) => p95 < queryMsMax && worst >= queryMsMax
const isLate = ({ slowestMs, limitSeconds, failure }: JobFigure) =>
  failure !== null || slowestMs > limitSeconds * 1000

export function describeScale(figures: ScaleFigures, when: Date): string {
  const { site, memory, queries, jobs, tables, bytes } = figures
  const { plan, seconds } = site
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const over = queries.filter(isOver).toSorted((a, b) => b.p95 - a.p95)
  const slowForOne = queries.filter(isSlowForOne).toSorted((a, b) => b.worst - a.worst)
  const late = jobs.filter(isLate)
  const failed = queries.filter(({ failure, members }) => failure !== null && members > 0)
  const unasked = queries.filter(({ members }) => members === 0)
  return `# The product at ${number(plan.members)} members and ${number(plan.rows)} rows

Measured on ${when.toISOString().slice(0, 10)} by \`node scripts/bench.ts scale ${plan.members} ${plan.rows}\`. With the rows that members bring along there are ${number(rows)} rows, ${megabytes(bytes)} MB at the end.
Postgres had the settings with which the product starts it: ${memory.sharedBuffersMegabytes} MB for pages of its own on a machine with ${megabytes(memory.total)} MB. Filling took ${seconds.rows.toFixed(0)} s, keys and indexes ${seconds.indexes.toFixed(0)} s, vacuum ${seconds.vacuum.toFixed(0)} s.

Each query ran in the name of its caller, with row level security, in a transaction that was rolled back: what a commit takes is not in it. Of each member the better of
two rounds after a first one counts. The 95th percentile is that of requests: members come in proportion to their rows. The five heaviest have a fortieth of everything between
them, 15,000 texts and 90,000 movements each at full size; "worst" is the slowest member of the sample, as a rule one of these.
Triggers were off while rows were made; \`server/fsck.ts\` asks for every rule afterwards. \`balance_after\` of a movement is a likely number, not a running sum. Plans: [scale-plans.txt](scale-plans.txt).

## Over the limit

${over.length === 0 ? `No query is over ${queryMsMax} ms at the 95th percentile.` : `${over.length} of ${queries.length} queries are over ${queryMsMax} ms at the 95th percentile:\n\n${describeQueries(over)}`}

${slowForOne.length === 0 ? '' : `Slower than ${queryMsMax} ms for the heaviest members, or for the broadest words:\n\n${describeQueries(slowForOne)}\n`}
${late.length === 0 ? 'No statement of a job is over its time-out, and every rule holds.' : `Jobs with a statement over its time-out, or that failed:\n\n${describeJobs(late)}`}
${failed.length === 0 ? '' : `\nRefused for some members:\n\n${failed.map(({ page, what, failure }) => `- ${page}, ${what}: ${failure}`).join('\n')}\n`}${unasked.length === 0 ? '' : `\nNobody could be asked: ${unasked.map(({ page, what, failure }) => `${page}, ${what} (${failure})`).join('; ')}.\n`}
## Jobs

The longest statement stands against the time-out of one statement. Rows are those that the job's call told of.

${describeJobs(jobs.toSorted((a, b) => b.slowestMs - a.slowestMs))}

## Queries

${describeQueries(queries.filter((query) => !isOver(query) && query.members > 0).toSorted((a, b) => b.p95 - a.p95))}

## Tables

| | rows | table, MB | indexes, MB | the rest, MB | bytes a row with all |
| --- | ---: | ---: | ---: | ---: | ---: |
${tables
  .filter(({ rows: count }) => count > 0)
  .map(describeTable)
  .join('\n')}
`
}

const describeQueries = (queries: QueryFigure[]): string =>
  [
    '| page | query | as | members | p50, ms | p95, ms | worst, ms |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: |',
    ...queries.map(
      ({ page, what, as, members, p50, p95, worst }) =>
        `| ${page} | ${what} | ${as} | ${members} | ${ms(p50)} | ${ms(p95)} | ${ms(worst)} |`,
    ),
  ].join('\n')

const describeJobs = (jobs: JobFigure[]): string =>
  [
    '| job | what | rows | statements | all, s | longest, ms | time-out, s | |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...jobs.map(
      ({ job, what, done, statements, seconds, slowestMs, limitSeconds, failure }) =>
        `| ${job} | ${what} | ${done === null ? '' : number(done)} | ${statements} | ${seconds.toFixed(2)} | ${ms(slowestMs)} | ${limitSeconds} | ${failure ?? ''} |`,
    ),
  ].join('\n')

const describeTable = ({ table, rows, heap, indexes, toast }: TableSize): string =>
  `| ${table} | ${number(rows)} | ${megabytes(heap)} | ${megabytes(indexes)} | ${megabytes(toast)} | ${Math.round((heap + indexes + toast) / rows)} |`
