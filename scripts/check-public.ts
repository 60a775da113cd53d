// npm run check:public: lists missing or weak settings before opening to the public, in the environment of the
// product's start. Status 1 while something is missing.
import { fileURLToPath } from 'node:url'
import { chooseDataFolder } from './engine/data-folder.ts'
import { checkPublic } from './public-check.ts'

const dataFolder = chooseDataFolder(fileURLToPath(new URL('..', import.meta.url)), process.env)
const findings = await checkPublic({ env: process.env, dataFolder })
const names = { ok: 'ok     ', weak: 'weak   ', missing: 'MISSING' }
for (const state of ['ok', 'weak', 'missing'] as const)
  for (const finding of findings) if (finding.state === state) console.log(`${names[state]} ${finding.says}`)
const missing = findings.filter(({ state }) => state === 'missing').length
console.log(
  missing === 0
    ? '\nNothing is missing that can be seen from here. docs/operating.md names what only people can see to.'
    : `\n${missing} of these have to be there before the public comes.`,
)
if (missing > 0) process.exitCode = 1
