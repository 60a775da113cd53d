// Import boundaries between folders are lint rules. These fixtures show that each rule refuses its violation.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))

/** A file in its folder, the line that lint must refuse there, and a word of the message. */
const refused: [file: string, line: string, message: string][] = [
  ['app/routes/home.tsx', `import '#server/config.ts'`, 'over HTTP'],
  ['app/routes/home.tsx', `import 'local-backend'`, 'over HTTP'],
  ['app/routes/home.tsx', `import '@supabase/supabase-js'`, 'session/'],
  ['app/root.tsx', `import 'kysely'`, 'stays in server/'],
  ['app/features/tools/form.tsx', `import '#app/features/prompts/list.tsx'`, 'another feature'],
  ['app/features/tools/forms/form.tsx', `import '../../prompts/list.tsx'`, 'another feature'],
  ['app/features/prompts/list.tsx', `import '../tools/form.tsx'`, 'parent'],
  ['app/features/tools/form.tsx', `import '#app/routes/home.tsx'`, 'Routes import'],
  ['app/features/tools/form.tsx', `export { lazy } from 'react'`, 'lazyWithRetry'],
  ['app/routes/home.tsx', `export { lazy } from 'react'`, 'lazyWithRetry'],
  ['app/features/tools/form.tsx', `import '@supabase/ssr'`, 'session/'],
  ['app/features/tools/form.tsx', `export const load = () => import('#server/main.ts')`, 'over HTTP'],
  ['app/session/api.ts', `import '#app/features/tools/form.tsx'`, 'Shared infrastructure'],
  ['app/ui/button.tsx', `import '#app/session/api.ts'`, 'by props'],
  ['app/ui/button.tsx', `import '#app/features/tools/form.tsx'`, 'by props'],
  ['server/api/ai.ts', `import '#app/root.tsx'`, 'over HTTP'],
  ['server/api/ai.ts', `import 'pg'`, 'adapters/'],
  ['server/api/ai.ts', `export const answer = fetch('http://127.0.0.1')`, 'ways out'],
  ['server/api/ai.ts', `import 'node:http'`, 'ways out'],
  ['server/features/tools/article.ts', `import { request } from 'https'`, 'ways out'],
  ['server/metering/ledger.ts', `import 'node:dns/promises'`, 'ways out'],
  ['server/jobs/renew.ts', `import '@ai-sdk/openai'`, 'adapters/'],
  ['server/features/tools/article.ts', `import '#server/features/prompts/run.ts'`, 'another feature'],
  ['server/features/tools/article.ts', `import '#server/api/app.ts'`, 'Routes import'],
  ['server/features/tools/article.ts', `import 'ai'`, 'adapters/'],
  ['server/metering/ledger.ts', `import '#server/features/tools/article.ts'`, 'Shared infrastructure'],
  ['server/metering/ledger.ts', `import 'pg'`, 'adapters/'],
  ['server/runs/follow-run.ts', `import '#server/features/tools/article.ts'`, 'Shared infrastructure'],
  ['server/adapters/models.ts', `import '#server/metering/ledger.ts'`, 'Shared infrastructure'],
  ['server/adapters/models.ts', `import 'local-backend'`, 'over HTTP'],
  ['shared/tools.ts', `import 'hono'`, 'only itself, zod and diff'],
  ['shared/tools.ts', `import '#app/root.tsx'`, 'only itself, zod and diff'],
  ['local-backend/auth/token.ts', `import '#shared/errors.ts'`, 'nothing of the product'],
  ['local-backend/auth/token.ts', `import '#server/main.ts'`, 'nothing of the product'],
  ['e2e/tools.ts', `import 'local-backend'`, 'Only scripts/'],
  ['e2e/tools.ts', `export const end = (page: any) => page.unroute('**')`, 'interfere()'],
  ['server/features/tools/nested/deep.ts', `import '../article.ts'`, 'relative'],
  ['server/metering/MeteredStream.ts', `export const x = 1`, 'kebab'],
  ['server/metering/late.ts', `export async function f() { Promise.resolve(1) }`, 'Promises must be awaited'],
  [
    'server/metering/long.ts',
    Array.from({ length: 401 }, (_, i) => `export const x${i} = ${i}`).join('\n'),
    'lines',
  ],
]

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arrows-'))
  copyFileSync(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, target: 'ES2024', module: 'preserve' } }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Finding = { filename: string; code: string; message: string; help?: string }

async function lint(files: string[]): Promise<Finding[]> {
  const bin = join(project, 'node_modules/.bin')
  const run = promisify(execFile)(join(bin, 'oxlint'), ['--type-aware', '--format=json', ...files], {
    cwd: folder,
    // oxlint looks for its type-aware part in PATH; only npm adds ours there.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  }).catch((error: { stdout: string }) => error)
  return (JSON.parse((await run).stdout) as { diagnostics: Finding[] }).diagnostics
}

it('every forbidden import between folders is refused with its reason', async () => {
  const files = refused.map(([file, line], index) => {
    const path = file.replace(/([^/]+)$/, `case-${index}-$1`)
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), `${line}\n`)
    return path
  })
  const findings = await lint(files)
  const says = (finding: Finding, word: string) =>
    `${finding.code} ${finding.message} ${finding.help ?? ''}`.includes(word)
  const missed = refused
    .filter(
      ([, , message], index) =>
        !findings.some((finding) => finding.filename === files[index] && says(finding, message)),
    )
    .map(([file, line]) => `${file}: ${line.slice(0, 80)}`)
  expect(missed).toEqual([])
})

it('lint accepts the allowed imports', async () => {
  const allowed: [string, string][] = [
    ['app/routes/ok.tsx', `import '#app/features/tools/form.tsx'\nimport '#shared/tools.ts'\n`],
    ['app/features/tools/forms/ok.tsx', `import '../form.tsx'\nimport '../export/form.tsx'\n`],
    ['app/session/ok.ts', `import '@supabase/ssr'\n`],
    [
      'server/api/ok.ts',
      `import '#server/features/tools/article.ts'\nimport '#server/metering/ledger.ts'\nimport 'hono'\n`,
    ],
    ['server/adapters/ok.ts', `import 'pg'\nimport 'ai'\n`],
    ['shared/ok.ts', `import 'diff'\nimport 'zod'\nimport './language.ts'\n`],
    ['scripts/ok.ts', `import 'local-backend'\nimport '#server/main.ts'\n`],
  ]
  for (const [file, text] of allowed) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const findings = await lint(allowed.map(([file]) => file))
  expect(findings.filter((finding) => finding.code.includes('no-restricted'))).toEqual([])
})
