// Writes the figures down for people. Nothing in it tells whose machine it was: no host name, no path.
import { arch, cpus, totalmem, type } from 'node:os'
import type { PageComparison } from './measure-pages.ts'
import type { StreamComparison } from './measure-stream.ts'
import { kilobytes, megabytes, type Figures, type Verdict } from './verdicts.ts'

const gigabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 3)} GB`
const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value))
const oneDecimal = (value: number) => value.toFixed(1)
const whole = (value: number) => value.toFixed(0)

/** Markdown. `date` stands in it as a day, in UTC. */
export function describeResults(figures: Figures, verdicts: Verdict[], date: Date): string {
  const { start, memoryAfterLoad, pages, streams, firstLoad } = figures
  return `# Measured

${date.toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gigabytes(totalmem())} of memory, ${type()} ${arch()}, Node ${process.versions.node}. Written by \`npm run bench\`.
Load and readers run on the same cores. Figures move with whatever else the machine does: compare only within one run. What each part does is told in [docs/speed.md](../docs/speed.md).

## Asked and measured

${table(
  ['', 'asked', 'measured', ''],
  verdicts.map(({ kind, what, asked, measured, isMet }) => [
    what,
    asked,
    measured,
    isMet ? 'met' : `${kind} missed`,
  ]),
)}

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

${table(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms per request'], pages.flatMap(pageRows))}

## Articles while they are written

${table(['', 'p50 ms', 'p99 ms', 'CPU µs per chunk', 'of Postgres', 'text'], streams.flatMap(streamRows))}

## JavaScript that a first visit loads

${table(
  ['page', 'gzip'],
  firstLoad.pages.map(({ page, bytes }) => [page, kilobytes(bytes)]),
)}
`
}

function pageRows({ page, product, floor, ratio }: PageComparison): string[][] {
  const rows = (
    [
      ['product', product],
      ['floor', floor],
    ] as const
  ).map(([name, figures]) => [
    `${page}, ${name}`,
    whole(figures.requestsPerSecond),
    oneDecimal(figures.p50),
    oneDecimal(figures.p99),
    orDash(figures.cpuMs, (value) => value.toFixed(2)),
  ])
  const cpuRatio = product.cpuMs === null || floor.cpuMs === null ? null : product.cpuMs / floor.cpuMs
  const times = (value: number) => `${value.toFixed(2)} x`
  return [
    ...rows,
    [
      `${page}, product to floor`,
      times(ratio),
      times(product.p50 / floor.p50),
      times(product.p99 / floor.p99),
      orDash(cpuRatio, times),
    ],
  ]
}

function streamRows({ streams, direct, pipe, product }: StreamComparison): string[][] {
  return (
    [
      ['provider alone', direct],
      ['byte pipe', pipe],
      ['product', product],
    ] as const
  ).map(([name, figures]) => [
    `${streams} at once, ${name}`,
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    orDash(figures.cpuUs, whole),
    orDash(figures.databaseCpuUs, whole),
    figures.isWhole ? 'complete' : 'changed',
  ])
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  )
}
