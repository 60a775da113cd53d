// npm test: the proof. Checks, unit, database and API tests, then the journeys in a browser; stops with a status when anything failed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'
import { check } from './check.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(project, 'node_modules/.bin', name)

function runInForeground(program: string, programArguments: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test' },
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
  part('unit, database and API tests', () => runInForeground(bin('vitest'), ['run'])),
])
await part('browser journeys', () => runInForeground(bin('playwright'), ['test']))

console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nEverything passed.')
process.exit(failed.length ? 1 : 0)
