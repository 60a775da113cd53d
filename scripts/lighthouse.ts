// `npm run lighthouse`: the scores of the public pages as Lighthouse sees them on a phone, in both languages. It is run
// on demand: it fetches Lighthouse from the npm registry, which is too big to install for every developer.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumEnvironment, chromiumFlags, chromiumPath, prepareChromium } from '#e2e/chromium.ts'
import { startProduct } from '#bench/product.ts'

/** Fixed: each version of Lighthouse weighs its audits anew. */
const lighthouse = 'lighthouse@13.5.0'
const paths = ['', '/prompt/list', '/prompt/detail/1', '/article/detail/1', '/price']
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof goals
const categories = Object.keys(goals) as Category[]

type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string }>
}
type Row = { path: string; scores: Record<Category, number>; failed: string[] }

await prepareChromium()
const folder = mkdtempSync(join(tmpdir(), 'munjang-lighthouse-'))
// Postgres may run as another user.
chmodSync(folder, 0o711)
const product = await startProduct(join(folder, 'data'))
try {
  const rows: Row[] = []
  for (const language of ['ko', 'en'])
    for (const path of paths) rows.push(await measure(product.url, `/${language}${path}`))
  const text = describe(rows)
  writeFileSync(new URL('../bench/lighthouse.md', import.meta.url), text)
  console.log(text)
  if (rows.some(({ scores }) => categories.some((name) => scores[name] < goals[name]))) process.exitCode = 1
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(origin: string, path: string): Promise<Row> {
  const file = join(folder, 'report.json')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const flags = [...chromiumFlags, '--headless=new'].join(' ')
  spawn(
    'npx',
    [
      '--yes',
      lighthouse,
      origin + path,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${flags}`,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...chromiumEnvironment(), CHROME_PATH: chromiumPath },
      shell: process.platform === 'win32',
    },
  ).on('close', (code) =>
    code === 0 ? resolve() : reject(new Error(`${path}: Lighthouse ended with ${code}`)),
  )
  await promise
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name].score ?? 0) * 100)]),
  ) as Row['scores']
  const failed = categories
    .filter((name) => scores[name] < goals[name])
    .flatMap((name) => report.categories[name].auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
    .map((audit) => audit!.title)
  return { path, scores, failed }
}

function describe(rows: Row[]): string {
  return [
    '# Lighthouse, mobile',
    '',
    `Written by \`npm run lighthouse\` (${lighthouse}) on ${new Date().toISOString().slice(0, 10)}. Goals: ${categories.map((name) => `${name} ${goals[name]}`).join(', ')}.`,
    'Performance depends on the machine and on what else it does.',
    '',
    `| Page | ${categories.join(' | ')} | Missed |`,
    `| --- | ${categories.map(() => '---:').join(' | ')} | --- |`,
    ...rows.map(
      ({ path, scores, failed }) =>
        `| ${path} | ${categories.map((name) => scores[name]).join(' | ')} | ${[...new Set(failed)].join('; ')} |`,
    ),
    '',
  ].join('\n')
}
