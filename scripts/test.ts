// npm test: the proof. Checks, unit, database and API tests, then the journeys in a browser; stops with a status when anything failed.
// `npm run test:main` runs the tests of the main job alone: from a bare machine through signing in to an article that was paid for.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'
import { check } from './check.ts'
import { failuresFileVariable } from './testing/failures-reporter.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** Rows of docs/behaviours.md, and of the attacks that the same tests name, that the main job consists of. */
const mainRows = [
  String.raw`\b(?:R(?:0[1-7]|1[5-9]|2\d|3[0-2])|A(?:0[1-9]|1[0-2]|18|2[0134]|40)|O(?:1[01]|14|1[6-9]|20)|T(?:05|13|15|17|2[0-57])|B(?:24|39))\b`,
  String.raw`security [^:]*\b(?:1|2|14|15|17|34|36|39|42|59|61|70)\b`,
].join('|')
const isMainOnly = process.argv[2] === 'main'
const bin = (name: string) => join(project, 'node_modules/.bin', name)

const folder = mkdtempSync(join(tmpdir(), 'munjang-tests-'))
const failures = join(folder, 'failures.txt')

function runInForeground(program: string, programArguments: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', [failuresFileVariable]: failures },
    })
    child.on('exit', (code) => resolve(code === 0))
    child.on('error', () => resolve(false))
  })
}

const failed: string[] = []
const part = async (name: string, run: () => Promise<boolean>) => {
  console.log(`\n== ${name}`)
  if (!(await run())) failed.push(name)
}
// Files of the database tests take turns on one core; the checks use the other. Both need the pages to be built.
await build()
await Promise.all([
  part('check', check),
  part('unit, database and API tests', () =>
    runInForeground(bin('vitest'), [
      'run',
      '--reporter=default',
      '--reporter=./scripts/testing/failures-reporter.ts',
      ...(isMainOnly ? ['-t', mainRows] : []),
    ]),
  ),
])
await part('browser journeys', () =>
  runInForeground(bin('playwright'), ['test', ...(isMainOnly ? ['-g', mainRows] : [])]),
)

// The journeys print so much that often only the end of the output is kept.
if (existsSync(failures))
  console.log(`\n== what failed before the journeys\n${readFileSync(failures, 'utf8')}`)
rmSync(folder, { recursive: true })
console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nEverything passed.')
process.exit(failed.length ? 1 : 0)
