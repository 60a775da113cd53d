// The limits of the bench, and the measured figures.
import type { BriefFigures } from './measure-brief.ts'
import type { ExportFigures } from './measure-exports.ts'
import type { FollowFigures } from './measure-follow.ts'
import type { PageComparison } from './measure-pages.ts'
import type { RealtimeFigures } from './measure-realtime.ts'
import type { StartFigures } from './measure-start.ts'
import type { ToolFigures } from './measure-tools.ts'
import type { TypingFigures } from './measure-typing.ts'
import type { StreamComparison, StreamsFigures } from './measure-stream.ts'

export type Figures = {
  start: StartFigures
  /** The memory of Node and Postgres in bytes right after the page requests; null where it cannot be read. */
  memoryAfterLoad: number | null
  pages: PageComparison[]
  streams: StreamsFigures
  follow: FollowFigures
  realtime: RealtimeFigures
  tools: ToolFigures
  typing: TypingFigures
}

/** A gate that is missed fails the bench; a goal is reported. */
export type Verdict = { kind: 'gate' | 'goal'; what: string; asked: string; measured: string; isMet: boolean }

const firstStartSecondsMax = 30
const secondStartSecondsMax = 5
const idleMemoryMax = 400 * 1024 ** 2
const pageRatioMin = 0.3
const snapshotRatioMin = 10
const addedLatencyMsMax = (streams: number) => (streams > 200 ? 60 : streams > 100 ? 40 : 20)
const bytesPerStreamMax = 150 * 1024
/** Why not the byte pipe's: docs/decisions/021. */
const relayRatioMax = 6
const followMsMax = 300
const realtimeMsMax = 100
const pdfSecondsMax = 5
const pageRatioWhileReadingMax = 2
const firstWordMsMax = 15
const keyMsMax = 16
const exportSecondsMax = 3
const scoreMsMax = 30
const briefSecondsMax = 15
const bytesPerSocketMax = 40 * 1024

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`
const seconds = (value: number) => `${value.toFixed(1)} s`
const milliseconds = (value: number) => `${value.toFixed(1)} ms`

/** The part of the verdicts that can be judged alone. */
export function judgeRealtime(figures: RealtimeFigures): Verdict[] {
  const { sockets, lost, foreign, p99, bytesPerSocket } = figures
  const what = `${sockets} members connected`
  return [
    {
      kind: 'gate',
      what: `${what}, changes lost or told to others`,
      asked: 'none',
      measured: `${lost} lost, ${foreign} to others`,
      isMet: lost === 0 && foreign === 0,
    },
    {
      kind: 'goal',
      what: `${what}, from a change to its member, p99`,
      asked: `< ${realtimeMsMax} ms`,
      measured: milliseconds(p99),
      isMet: p99 < realtimeMsMax,
    },
    ...(bytesPerSocket === null
      ? []
      : [
          {
            kind: 'goal' as const,
            what: `${what}, memory of Node for each`,
            asked: `< ${kilobytes(bytesPerSocketMax)}`,
            measured: kilobytes(bytesPerSocket),
            isMet: bytesPerSocket < bytesPerSocketMax,
          },
        ]),
  ]
}

export function judgeTools({ pdfBytes, pdfSeconds, pageP99, firstWord }: ToolFigures): Verdict[] {
  const added = firstWord.product - firstWord.provider
  const ratio = pageP99.whileReading / pageP99.alone
  return [
    {
      kind: 'gate',
      what: `a PDF of ${megabytes(pdfBytes)}, read for a document`,
      asked: `< ${pdfSecondsMax} s`,
      measured: seconds(pdfSeconds),
      isMet: pdfSeconds < pdfSecondsMax,
    },
    {
      kind: 'goal',
      what: "a page's p99 while PDFs are read, to its p99 alone",
      asked: `< ${pageRatioWhileReadingMax}`,
      measured: ratio.toFixed(2),
      isMet: ratio < pageRatioWhileReadingMax,
    },
    {
      kind: 'goal',
      what: "a command's first word, added to the provider's, p50",
      asked: `< ${firstWordMsMax} ms`,
      measured: milliseconds(added),
      isMet: added < firstWordMsMax,
    },
  ]
}

/** Less than a frame of a screen with sixty frames a second. */
export function judgeTyping({ words, inText, whileStreaming }: TypingFigures): Verdict[] {
  const cases = [
    [`a key in a text of ${words} words, p95`, inText],
    ['a key in the form while such a text is written, p95', whileStreaming],
  ] as const
  return cases.map(([what, { p95 }]) => ({
    kind: 'goal',
    what,
    asked: `< ${keyMsMax} ms`,
    measured: milliseconds(p95),
    isMet: p95 < keyMsMax,
  }))
}

/** Waits of a writer. They are measured alone: `node scripts/bench.ts exports`. */
export function judgeExports(figures: ExportFigures, brief: BriefFigures): Verdict[] {
  const { characters, pictures, exports, score } = figures
  return [
    ...exports.map(({ kind, slowest }): Verdict => ({
      kind: 'goal',
      what: `${kind} of ${characters} characters and ${pictures} pictures, the slowest`,
      asked: `< ${exportSecondsMax} s`,
      measured: seconds(slowest),
      isMet: slowest < exportSecondsMax,
    })),
    {
      kind: 'goal',
      what: `the search score of ${score.characters} characters, p95`,
      asked: `< ${scoreMsMax} ms`,
      measured: milliseconds(score.p95),
      isMet: score.p95 < scoreMsMax,
    },
    {
      kind: 'goal',
      what: `the brief of ${brief.pages} pages that answer after ${brief.answerMs / 1000} s, the slowest`,
      asked: `< ${briefSecondsMax} s`,
      measured: seconds(brief.slowest),
      isMet: brief.slowest < briefSecondsMax,
    },
  ]
}

/** The part of the verdicts that can be judged alone. */
export function judgeStreams({ comparisons, held }: StreamsFigures): Verdict[] {
  const { streams, bytesPerStream } = held
  return [
    ...comparisons.flatMap(judgeLoad),
    {
      kind: 'goal',
      what: `${streams} articles at once, memory of Node for each`,
      asked: `<= ${kilobytes(bytesPerStreamMax)}`,
      measured: kilobytes(bytesPerStream),
      isMet: bytesPerStream <= bytesPerStreamMax,
    },
  ]
}

function judgeLoad({ streams, pipe, relay, product }: StreamComparison): Verdict[] {
  const what = `${streams} articles at once`
  const isWhole = pipe.isWhole && product.isWhole
  const added = product.p99 - pipe.p99
  const addedMax = addedLatencyMsMax(streams)
  const ratio = product.cpuUs && relay.cpuUs ? product.cpuUs / relay.cpuUs : null
  return [
    {
      kind: 'gate',
      what: `${what}, text lost or changed`,
      asked: 'none',
      measured: isWhole ? 'none' : 'some',
      isMet: isWhole,
    },
    {
      kind: 'goal',
      what: `${what}, added to a byte pipe's p99`,
      asked: `<= ${addedMax} ms`,
      measured: milliseconds(added),
      isMet: added <= addedMax,
    },
    ...(ratio === null
      ? []
      : [
          {
            kind: 'goal' as const,
            what: `${what}, CPU per chunk to the least relay's`,
            asked: `<= ${relayRatioMax.toFixed(2)}`,
            measured: ratio.toFixed(2),
            isMet: ratio <= relayRatioMax,
          },
        ]),
  ]
}

export function judge({ start, pages, streams, follow, realtime, tools, typing }: Figures): Verdict[] {
  const gate = (what: string, asked: string, measured: string, isMet: boolean): Verdict => ({
    kind: 'gate',
    what,
    asked,
    measured,
    isMet,
  })
  return [
    gate(
      'first start, with the build',
      `< ${firstStartSecondsMax} s`,
      seconds(start.firstWithBuild),
      start.firstWithBuild < firstStartSecondsMax,
    ),
    gate(
      'second start',
      `< ${secondStartSecondsMax} s`,
      seconds(start.second),
      start.second < secondStartSecondsMax,
    ),
    ...(start.idleMemory
      ? [
          gate(
            'memory of everything, idle',
            `< ${megabytes(idleMemoryMax)}`,
            megabytes(start.idleMemory.all),
            start.idleMemory.all < idleMemoryMax,
          ),
        ]
      : []),
    ...pages.map(({ page, ratio }) =>
      gate(
        `${page}, pages per second to the floor's`,
        `>= ${pageRatioMin}`,
        ratio.toFixed(2),
        ratio >= pageRatioMin,
      ),
    ),
    ...pages.map(({ page, anewRatio }): Verdict => ({
      kind: 'goal',
      what: `${page}, made anew for each request, to the floor's`,
      asked: `>= ${pageRatioMin}`,
      measured: anewRatio.toFixed(2),
      isMet: anewRatio >= pageRatioMin,
    })),
    ...pages.map(({ page, snapshotRatio }): Verdict => ({
      kind: 'goal',
      what: `${page}, from a snapshot to made anew`,
      asked: `>= ${snapshotRatioMin}`,
      measured: snapshotRatio.toFixed(1),
      isMet: snapshotRatio >= snapshotRatioMin,
    })),
    ...judgeStreams(streams),
    ...judgeRealtime(realtime),
    ...judgeTools(tools),
    ...judgeTyping(typing),
    gate(
      `an ended run of ${follow.events} events, followed from its start`,
      `< ${followMsMax} ms`,
      follow.isWhole ? milliseconds(follow.p99) : 'not whole',
      follow.isWhole && follow.p99 < followMsMax,
    ),
  ]
}
