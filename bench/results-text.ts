// Writes the figures for readers. They contain nothing that identifies the machine: no host name, no path.
import { arch, cpus, totalmem, type } from 'node:os'
import { backendHead, backendRows } from './backend-verdicts.ts'
import type { BackendFigures } from './measure-backend.ts'
import type { BriefFigures } from './measure-brief.ts'
import type { ExportFigures } from './measure-exports.ts'
import type { PageComparison, PageFigures } from './measure-pages.ts'
import type { RealtimeFigures } from './measure-realtime.ts'
import type { StreamComparison, StreamsFigures } from './measure-stream.ts'
import type { TypingFigures } from './measure-typing.ts'
import type { ToolFigures } from './measure-tools.ts'
import { kilobytes, megabytes, type Figures, type Verdict } from './verdicts.ts'

const gigabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 3)} GB`
const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value))
const oneDecimal = (value: number) => value.toFixed(1)
const twoDecimals = (value: number) => value.toFixed(2)
const times = (value: number) => `${value.toFixed(2)} x`
const whole = (value: number) => value.toFixed(0)

/** Markdown. It contains `date` as a day, in UTC. */
export function describeResults(
  figures: Figures,
  backend: BackendFigures,
  verdicts: Verdict[],
  date: Date,
): string {
  const { start, memoryAfterLoad, pages, streams, follow, realtime, tools, typing } = figures
  return `# Measured

${describeMachine(date)}. Written by \`npm run bench\`.
Load and readers run on the same cores. Figures move with whatever else the machine does: compare only within one run. What each part does is told in [docs/speed.md](../docs/speed.md).

## Asked and measured

${describeVerdicts(verdicts)}

## Start

${table(
  ['from the command to the whole home page', 'seconds'],
  [
    ['first start, pages not built yet', oneDecimal(start.firstWithBuild)],
    ['first start, pages built', oneDecimal(start.first)],
    ['second start', oneDecimal(start.second)],
  ],
)}

${table(
  ['memory (proportional set size)', ''],
  [
    ['Node, idle', orDash(start.idleMemory?.node ?? null, megabytes)],
    ['Node and Postgres, idle', orDash(start.idleMemory?.all ?? null, megabytes)],
    ['Node and Postgres, after the load below', orDash(memoryAfterLoad, megabytes)],
  ],
)}

## Pages for visitors

${describePages(pages)}

## Articles while they are written

${describeStreams(streams)}

An ended run of ${follow.events} events reaches a reader whole in ${whole(follow.p50)} ms (p50), ${whole(follow.p99)} ms (p99).

## Changes as members hear of them

${describeRealtime(realtime)}

## The tools

${describeTools(tools, typing)}

## The backend of one machine

${table(backendHead, backend.comparisons.flatMap(backendRows))}
`
}

/** The day, in UTC, and the machine. */
const describeMachine = (date: Date): string =>
  `${date.toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gigabytes(totalmem())} of memory, ${type()} ${arch()}, Node ${process.versions.node}`

const describeVerdicts = (verdicts: Verdict[]): string =>
  table(
    ['', 'asked', 'measured', ''],
    verdicts.map(({ kind, what, asked, measured, isMet }) => [
      what,
      asked,
      measured,
      isMet ? 'met' : `${kind} missed`,
    ]),
  )

/** The result of `node scripts/bench.ts exports`, for a file of its own. */
export function describeExports(
  { loadBefore, exports, score }: ExportFigures,
  brief: BriefFigures,
  verdicts: Verdict[],
  date: Date,
): string {
  return `# Exports, the search score and a brief

${describeMachine(date)}. Written by \`node scripts/bench.ts exports\`.
In the minute before, ${oneDecimal(loadBefore)} programs ran or waited for a core: on a quiet machine everything is faster. What each part does is told in [docs/speed.md](../docs/speed.md).

## Asked and measured

${describeVerdicts(verdicts)}

## Figures

${table(
  ['', 'median', 'slowest', 'processor', 'file'],
  [
    ...exports.map(({ kind, median, slowest, cpu, bytes }) => [
      kind,
      `${twoDecimals(median)} s`,
      `${twoDecimals(slowest)} s`,
      `${twoDecimals(cpu)} s`,
      megabytes(bytes),
    ]),
    ['the brief', `${twoDecimals(brief.median)} s`, `${twoDecimals(brief.slowest)} s`, '–', '–'],
  ],
)}

The search score takes ${twoDecimals(score.median)} ms at the median and ${twoDecimals(score.p95)} ms at the 95th percentile.
`
}

/** A table without a title. */
export const describeStreams = ({ comparisons, held }: StreamsFigures): string =>
  `${table(
    ['', 'p50 ms', 'p99 ms', 'CPU µs per chunk', 'of Postgres', 'text'],
    comparisons.flatMap(streamRows),
  )}

Half-way through ${held.streams} of them Node holds ${kilobytes(held.bytesPerStream)} for each.`

/** A table without a title. */
export function describeRealtime(figures: RealtimeFigures): string {
  const { sockets, changesPerSecond, p50, p99, lost, bytesPerSocket, cpuMs, databaseCpuMs } = figures
  return table(
    ['', 'p50 ms', 'p99 ms', 'CPU ms per change', 'of Postgres', 'memory per socket', 'lost'],
    [
      [
        `${sockets} members, ${changesPerSecond} changes a second`,
        oneDecimal(p50),
        oneDecimal(p99),
        orDash(cpuMs, twoDecimals),
        orDash(databaseCpuMs, twoDecimals),
        orDash(bytesPerSocket, kilobytes),
        String(lost),
      ],
    ],
  )
}

/** A table without a title. */
export function describeTools(
  { pdfBytes, pdfSeconds, pageP99, firstWord }: ToolFigures,
  { words, inText, whileStreaming }: TypingFigures,
): string {
  const keys = ({ p50, p95 }: TypingFigures['inText']) => `${oneDecimal(p50)} ms, ${oneDecimal(p95)} ms`
  return table(
    ['', ''],
    [
      [`a PDF of ${megabytes(pdfBytes)}, read for a document`, `${oneDecimal(pdfSeconds)} s`],
      ['a page made for each request, p99', `${oneDecimal(pageP99.alone)} ms`],
      ['the same while PDFs are read, p99', `${oneDecimal(pageP99.whileReading)} ms`],
      ['first word of the provider, p50', `${oneDecimal(firstWord.provider)} ms`],
      ['first word of a command, p50', `${oneDecimal(firstWord.product)} ms`],
      [`a key in a text of ${words} words, p50 and p95`, keys(inText)],
      ['a key in the form while such a text is written', keys(whileStreaming)],
    ],
  )
}

export function describePages(pages: PageComparison[]): string {
  return table(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms per request'], pages.flatMap(pageRows))
}

function pageRows(comparison: PageComparison): string[][] {
  const { page, product, anew, floor, routerFloor, ratio, routerRatio, anewRouterRatio, anewRatio } =
    comparison
  const servers = [
    ['product', product],
    ['product, made anew', anew],
    ['bare React Router', routerFloor],
    ['floor (Hono + renderToString)', floor],
  ] as const
  const rows = servers.map(([name, figures]) => [
    `${page}, ${name}`,
    whole(figures.requestsPerSecond),
    oneDecimal(figures.p50),
    oneDecimal(figures.p99),
    orDash(figures.cpuMs, twoDecimals),
  ])
  const compare = (one: PageFigures, other: PageFigures, requests: number) => [
    times(requests),
    times(one.p50 / other.p50),
    times(one.p99 / other.p99),
    one.cpuMs === null || other.cpuMs === null ? '–' : times(one.cpuMs / other.cpuMs),
  ]
  return [
    ...rows,
    [`${page}, product to bare React Router`, ...compare(product, routerFloor, routerRatio)],
    [`${page}, product to floor`, ...compare(product, floor, ratio)],
    [`${page}, product made anew to bare React Router`, ...compare(anew, routerFloor, anewRouterRatio)],
    [`${page}, product made anew to floor`, ...compare(anew, floor, anewRatio)],
  ]
}

function streamRows({ streams, chunkMs, direct, pipe, relay, sdk, product }: StreamComparison): string[][] {
  return (
    [
      ['provider alone', direct],
      ['byte pipe', pipe],
      ['least relay', relay],
      ['model SDK alone', sdk],
      ['product', product],
    ] as const
  ).map(([name, figures]) => [
    `${streams} at once, a chunk every ${chunkMs} ms, ${name}`,
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    orDash(figures.cpuUs, whole),
    orDash(figures.databaseCpuUs, whole),
    figures.isWhole ? 'complete' : 'changed',
  ])
}

/** As the formatter would write it: the first column to the left, the others to the right. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!, fill) : cell.padStart(widths[column]!, fill))).join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '-' : ':'))
  return [line(head), line(rule, '-'), ...rows.map((row) => line(row))].join('\n')
}

/** The result of `npm run bench soak`, for the end of results.md. */
export function describeSoak(verdicts: Verdict[], minutes: number, when: Date): string {
  return [
    `## A soak of ${minutes} minutes`,
    '',
    `Measured alone on ${when.toISOString().slice(0, 10)} by \`node scripts/bench.ts soak ${minutes}\`.`,
    '',
    '| | asked | measured | |',
    '| --- | ---: | ---: | ---: |',
    ...verdicts.map(
      ({ what, asked, measured, isMet }) =>
        `| ${what} | ${asked} | ${measured} | ${isMet ? 'met' : 'missed'} |`,
    ),
    '',
  ].join('\n')
}
