import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLicences } from './licences.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'licences-'))
})
afterEach(() => rmSync(project, { recursive: true }))

function install(path: string, facts: object): void {
  const folder = join(project, path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: path.split('node_modules/').at(-1), version: '1.0.0', ...facts }),
  )
}
/** The findings for a project that depends on one package with this licence. */
function found(license: unknown): string[] {
  install('', { name: 'ours', dependencies: { used: '1' } })
  install('node_modules/used', { license })
  return checkLicences([project]).output.split('\n')
}

it.each([
  'MIT',
  'Apache-2.0',
  'ISC',
  '(MIT OR GPL-3.0)',
  '(MIT AND Zlib)',
  'GPL-2.0 OR (ISC AND MIT)',
  { type: 'MIT' },
])('security 120: %j may be delivered', (licence) => {
  expect(found(licence)).toEqual([''])
})

it.each([
  ['AGPL-3.0-only', 'AGPL-3.0-only'],
  ['MIT AND GPL-3.0', 'MIT AND GPL-3.0'],
  ['MIT OR', 'MIT OR'],
  ['(MIT', '(MIT'],
  ['SEE LICENSE IN LICENSE.txt', 'SEE LICENSE IN LICENSE.txt'],
  ['UNLICENSED', 'UNLICENSED'],
  ['', 'names no licence'],
  [undefined, 'names no licence'],
])('security 120: %j is not delivered without a decision', (licence, said) => {
  expect(found(licence)[0]).toBe(`used 1.0.0: ${said}`)
})

it('security 120: dependencies of dependencies count, wherever they are installed; development tools do not', () => {
  install('', {
    name: 'ours',
    dependencies: { used: '1' },
    devDependencies: { tool: '1' },
    optionalDependencies: { elsewhere: '1' },
  })
  install('part', { name: 'part', dependencies: { ours: '1', shared: '1' } })
  install('node_modules/used', {
    license: 'MIT',
    dependencies: { shared: '1', nested: '1' },
    peerDependencies: { ours: '1' },
  })
  install('node_modules/used/node_modules/nested', { license: 'GPL-3.0', dependencies: { used: '1' } })
  install('node_modules/shared', { licenses: [{ type: 'SSPL-1.0' }] })
  install('node_modules/tool', { license: 'GPL-3.0' })
  expect(checkLicences([project, join(project, 'part')])).toEqual({
    isGood: false,
    output: expect.stringMatching(
      /^nested 1\.0\.0: GPL-3\.0\nshared 1\.0\.0: SSPL-1\.0\nUse another package/,
    ),
  })
})

it('security 120: a decision holds for its package and its licence alone', () => {
  install('', { name: 'ours', dependencies: { 'libheif-js': '1', other: '1' } })
  install('node_modules/libheif-js', { license: 'LGPL-3.0' })
  install('node_modules/other', { license: 'MIT' })
  expect(checkLicences([project]).isGood).toBe(true)
  install('node_modules/libheif-js', { license: 'GPL-3.0' })
  install('node_modules/other', { license: 'LGPL-3.0' })
  expect(checkLicences([project]).output).toMatch(/^libheif-js 1\.0\.0: GPL-3\.0\nother 1\.0\.0: LGPL-3\.0\n/)
})
