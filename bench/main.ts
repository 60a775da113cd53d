// Measures everything, one part after the other, and writes bench/results.md; `realtime` alone is printed only. Ends with 1
// when a gate is missed.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeBackend } from './backend-verdicts.ts'
import { describeLibrary, judgeLibrary } from './library-verdicts.ts'
import { measureBackend } from './measure-backend.ts'
import { measureBrief } from './measure-brief.ts'
import { measureExports } from './measure-exports.ts'
import { measureFollow } from './measure-follow.ts'
import { describeLedger, measureLedger } from './measure-ledger.ts'
import { describeOwnSearch, measureOwnSearch } from './measure-own-search.ts'
import { measureLibrary } from './measure-library.ts'
import { measurePages } from './measure-pages.ts'
import { measureRealtime } from './measure-realtime.ts'
import { measureScale } from './measure-scale.ts'
import { measureSoak } from './measure-soak.ts'
import { measureStart } from './measure-start.ts'
import { measureStream } from './measure-stream.ts'
import { measureTools } from './measure-tools.ts'
import { measureTyping } from './measure-typing.ts'
import { memoryBytes, processTree } from './process-figures.ts'
import { projectFolder, startProduct } from './product.ts'
import { stopPrograms } from './program.ts'
import { compareWriting } from './writing/compare.ts'
import {
  describeExports,
  describePages,
  describeRealtime,
  describeResults,
  describeSoak,
  describeStreams,
  describeTools,
} from './results-text.ts'
import { describeScale } from './scale-text.ts'
import { judgeSoak } from './soak-verdicts.ts'
import {
  judge,
  judgeExports,
  judgeRealtime,
  judgeStreams,
  judgeTools,
  judgeTyping,
  type Figures,
  type Verdict,
} from './verdicts.ts'

const soakFile = join(projectFolder, 'bench/soak.md')
const folder = mkdtempSync(join(tmpdir(), 'munjang-bench-'))
// Started by root, the database runs as another account, which must be able to reach its folder.
chmodSync(folder, 0o711)
// A running measurement fails without its programs, and that ends the bench.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stopPrograms())
try {
  const alone = process.argv[2]
  if (alone === undefined) await measureAll()
  else if (alone === 'pages') await measurePagesAlone()
  else if (alone === 'realtime') await measureRealtimeAlone()
  else if (alone === 'library') await measureLibraryAlone()
  else if (alone === 'tools') await measureToolsAlone()
  else if (alone === 'stream') await measureStreamAlone()
  else if (alone === 'ledger') await measureLedgerAlone()
  else if (alone === 'search') await measureSearchAlone()
  else if (alone === 'exports') await measureExportsAlone()
  else if (alone === 'scale') await measureScaleAlone()
  else if (alone === 'writing') await compareWritingAlone()
  else if (alone === 'soak') await soak()
  else
    throw new Error(
      `Nothing is called ${alone}: everything is measured, or \`pages\`, \`stream\`, \`realtime\`, \`library\`, \`ledger\`, \`search\`, \`exports\`, \`scale\`, \`tools\`, \`writing\` or \`soak\` alone.`,
    )
} finally {
  await stopPrograms()
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  const figures = await measure(folder)
  announce('backend')
  const backend = await measureBackend(folder)
  const verdicts = [...judge(figures), ...judgeBackend(backend)]
  const results = `${describeResults(figures, backend, verdicts, new Date())}\n${readFileSync(soakFile, 'utf8')}`
  writeFileSync(join(projectFolder, 'bench/results.md'), results)
  console.log(`\n${results}`)
  report(verdicts)
}

async function measurePagesAlone(): Promise<void> {
  announce('pages')
  const product = await startProduct(join(folder, 'pages'))
  console.log(`\n${describePages(await measurePages(product, folder))}`)
  await product.stop()
}

async function measureStreamAlone(): Promise<void> {
  announce('articles')
  const streams = await measureStream(join(folder, 'stream'))
  console.log(`\n${describeStreams(streams)}`)
  report(judgeStreams(streams))
}

async function measureRealtimeAlone(): Promise<void> {
  announce('realtime')
  const figures = await measureRealtime(join(folder, 'realtime'))
  console.log(`\n${describeRealtime(figures)}`)
  report(judgeRealtime(figures))
}

/** Not part of the whole bench: creating a million prompts takes minutes. */
async function measureLibraryAlone(): Promise<void> {
  announce('library')
  const figures = await measureLibrary(folder, Number(process.argv[3] ?? 1_000_000))
  const verdicts = judgeLibrary(figures)
  const results = describeLibrary(figures, verdicts, new Date())
  writeFileSync(join(projectFolder, 'bench/library.md'), results)
  writeFileSync(join(projectFolder, 'bench/library-plans.txt'), `${figures.plans}\n`)
  console.log(`\n${results}`)
  report(verdicts)
}

/** Not part of the whole bench: creating the rows takes minutes. */
async function measureLedgerAlone(): Promise<void> {
  announce('ledger')
  const figures = await measureLedger(folder, Number(process.argv[3] ?? 5_000_000))
  writeFileSync(join(projectFolder, 'bench/ledger.md'), describeLedger(figures, new Date()))
  writeFileSync(join(projectFolder, 'bench/ledger-plans.txt'), `${figures.plans}\n`)
  console.log(describeLedger(figures, new Date()))
}

/** Not part of the whole bench: the times are of the database alone. */
async function measureSearchAlone(): Promise<void> {
  announce('search')
  const results = describeOwnSearch(await measureOwnSearch(folder), new Date())
  writeFileSync(join(projectFolder, 'bench/search.md'), results)
  console.log(results)
}

/** Not part of the whole bench: each is a wait of one person, and no other part moves it. */
async function measureExportsAlone(): Promise<void> {
  announce('exports')
  const figures = await measureExports(join(folder, 'exports'))
  announce('brief')
  const brief = await measureBrief(folder)
  const verdicts = judgeExports(figures, brief)
  const results = describeExports(figures, brief, verdicts, new Date())
  writeFileSync(join(projectFolder, 'bench/exports.md'), results)
  console.log(`\n${results}`)
  report(verdicts)
}

/**
 * Not part of the whole bench: creating a million members takes half an hour. A named folder stores them for the next
 * run.
 */
async function measureScaleAlone(): Promise<void> {
  announce('scale')
  const [members, rows, kept] = [process.argv[3], process.argv[4], process.argv[5]]
  const figures = await measureScale(kept ?? folder, Number(members ?? 1_000_000), Number(rows ?? 50_000_000))
  writeFileSync(join(projectFolder, 'bench/scale.md'), describeScale(figures, new Date()))
  writeFileSync(join(projectFolder, 'bench/scale-plans.txt'), `${figures.plans}\n`)
  console.log(describeScale(figures, new Date()))
}

/**
 * Not part of the whole bench: it needs models. The named folder stores texts and verdicts, and existing ones are not
 * created again.
 */
async function compareWritingAlone(): Promise<void> {
  announce('writing')
  const [kept = '.writing', ...ids] = process.argv.slice(3)
  const results = await compareWriting(join(folder, 'writing'), { folder: kept, ids })
  writeFileSync(join(kept, 'writing.md'), results)
  console.log(`\n${results}`)
}

async function measureToolsAlone(): Promise<void> {
  announce('tools')
  const dataFolder = join(folder, 'tools')
  const tools = await measureTools(dataFolder)
  const typing = await measureTyping(dataFolder)
  console.log(`\n${describeTools(tools, typing)}`)
  report([...judgeTools(tools), ...judgeTyping(typing)])
}

/** Not part of the whole bench: a longer run gives a more certain result. */
async function soak(): Promise<void> {
  announce('soak')
  const minutes = Number(process.argv[3] ?? 5)
  const verdicts = judgeSoak(await measureSoak(join(folder, 'soak'), minutes))
  const results = describeSoak(verdicts, minutes, new Date())
  // The result of an hour has its own file next to the other results, which are measured in minutes.
  if (minutes >= 60) writeFileSync(soakFile, results)
  console.log(results)
  report(verdicts)
}

function report(verdicts: Verdict[]): void {
  const missed = verdicts.filter(({ isMet }) => !isMet)
  for (const { kind, what, asked, measured } of missed)
    console.error(`Missed ${kind}: ${what}: ${measured}, asked ${asked}`)
  process.exitCode = missed.some(({ kind }) => kind === 'gate') ? 1 : 0
}

async function measure(dataIn: string): Promise<Figures> {
  announce('start')
  const { product, dataFolder, ...start } = await measureStart(dataIn)
  announce('pages')
  const pages = await measurePages(product, dataIn)
  const memoryAfterLoad = memoryBytes(processTree(product.pid))
  await product.stop()
  announce('articles')
  const streams = await measureStream(dataFolder)
  announce('following')
  const follow = await measureFollow(dataFolder)
  announce('realtime')
  const realtime = await measureRealtime(dataFolder)
  announce('tools')
  const tools = await measureTools(dataFolder)
  announce('typing')
  const typing = await measureTyping(dataFolder)
  return { start, memoryAfterLoad, pages, streams, follow, realtime, tools, typing }
}

function announce(part: string): void {
  console.log(`Measuring: ${part} ...`)
}
