// npm run check: everything that reads the sources without running them. Runs all parts and reports each that failed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkLicences } from './licences.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(project, 'node_modules/.bin', name)
const folders = ['shared', 'server', 'app', 'local-backend', 'scripts', 'supabase', 'e2e', 'bench']

type Check = { name: string; run: () => Promise<Outcome> }
type Outcome = { isGood: boolean; output: string }

const checks: Check[] = [
  { name: 'format', run: () => runProgram(bin('oxfmt'), ['--check', '.']) },
  { name: 'lint', run: () => runProgram(bin('oxlint'), ['--type-aware', '--deny-warnings']) },
  {
    name: 'types',
    run: async () => {
      const generated = await runProgram(bin('react-router'), ['typegen'])
      if (!generated.isGood) return generated
      const present = folders.filter((folder) => existsSync(join(project, folder, 'tsconfig.json')))
      const outcomes = await Promise.all(present.map((folder) => runProgram(bin('tsc'), ['-p', folder])))
      return {
        isGood: outcomes.every((outcome) => outcome.isGood),
        output: outcomes.map((outcome) => outcome.output).join(''),
      }
    },
  },
  { name: 'commit subjects', run: checkCommitSubjects },
  { name: 'unused code', run: () => runProgram(bin('knip'), ['--no-progress']) },
  {
    name: 'docs and messages',
    run: () => runProgram(bin('vitest'), ['run', 'scripts/docs.test.ts', 'scripts/messages.test.ts']),
  },
  {
    name: 'licences',
    run: () => Promise.resolve(checkLicences([project, join(project, 'local-backend')])),
  },
]

/** The last commit before subjects were limited. */
const unlimitedUntil = '8a3efbd'
const subjectMax = 72

/** Checks the subjects of later commits. Without a repository, or in a shallow clone, there is nothing to check. */
async function checkCommitSubjects(): Promise<Outcome> {
  const { isGood, output } = await runProgram('git', ['log', '--format=%h %s', `${unlimitedUntil}..HEAD`])
  if (!isGood) return { isGood: true, output: '' }
  const tooLong = output
    .split('\n')
    .filter((line) => line.slice(line.indexOf(' ') + 1).length > subjectMax)
    .map((line) => `The subject has more than ${subjectMax} characters: ${line}\n`)
  return { isGood: tooLong.length === 0, output: tooLong.join('') }
}

/** Runs every check, one after the other. Prints one line each, and the whole output of those that failed. */
export async function check(): Promise<boolean> {
  let isGood = true
  for (const { name, run } of checks) {
    const startedAt = performance.now()
    const outcome = await run()
    console.log(
      `${outcome.isGood ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
    )
    if (!outcome.isGood) console.log(outcome.output)
    isGood &&= outcome.isGood
  }
  return isGood
}

export function runProgram(
  program: string,
  programArguments: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      cwd: project,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ isGood: false, output: String(error) }))
    child.on('exit', (code) => resolve({ isGood: code === 0, output }))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit((await check()) ? 0 : 1)
