import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import en from '#shared/messages/en/sharing.json' with { type: 'json' }
import ko from '#shared/messages/ko/sharing.json' with { type: 'json' }
import { languageFiles, splitLanguages } from './split-languages.ts'

const files = {
  'share-1a2b3c4d.js': 'import"./react-aaaaaaaa.js";add("sharing",`@messages:sharing:0123456789ab@`)',
  'page-5e6f7a8b.js': 'const open=()=>import("./share-1a2b3c4d.js");import"./react-aaaaaaaa.js"',
  'react-aaaaaaaa.js': 'export const react=1',
  'manifest-c9d0.js':
    'window.__reactRouterManifest={"module":"/assets/page-5e6f7a8b.js","css":["/assets/a.css"]};',
}
const chunks = {
  'app/share.tsx': { file: 'assets/share-1a2b3c4d.js', isDynamicEntry: true, imports: ['_react'] },
  'app/page.tsx': { file: 'assets/page-5e6f7a8b.js', imports: ['_react'] },
  _react: { file: 'assets/react-aaaaaaaa.js' },
}
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'split-'))
  mkdirSync(join(folder, 'client/assets'), { recursive: true })
  mkdirSync(join(folder, 'client/.vite'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'client/.vite/manifest.json'), JSON.stringify(chunks))
  for (const [name, code] of Object.entries(files)) writeFileSync(asset(name), code)
  await splitLanguages(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asset = (name: string) => join(folder, 'client/assets', name)
const read = (name: string) => readFileSync(asset(name), 'utf8')

it('a script has the messages of one language', () => {
  expect(read('share-1a2b3c4d.ko.js')).toContain(`add("sharing",{ko:${JSON.stringify(ko)}})`)
  expect(read('share-1a2b3c4d.en.js')).toContain(`add("sharing",{en:${JSON.stringify(en)}})`)
  expect(existsSync(asset('share-1a2b3c4d.js'))).toBe(false)
})

it('a script that imports such a script imports that of its language', () => {
  expect(read('page-5e6f7a8b.en.js')).toBe(
    'const open=()=>import("./share-1a2b3c4d.en.js");import"./react-aaaaaaaa.js"',
  )
})

it('a script without messages is the same for both', () => {
  expect(read('react-aaaaaaaa.js')).toBe(files['react-aaaaaaaa.js'])
  expect(languageFiles(join(folder, 'client'), 'assets/react-aaaaaaaa.js')).toEqual([
    'assets/react-aaaaaaaa.js',
  ])
  expect(languageFiles(join(folder, 'client'), 'assets/page-5e6f7a8b.js')).toEqual([
    'assets/page-5e6f7a8b.ko.js',
    'assets/page-5e6f7a8b.en.js',
  ])
})

it("the server gets the router's manifest of each language", () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'server/assets.ko.json'), 'utf8'))
  expect(manifest).toEqual({ module: '/assets/page-5e6f7a8b.ko.js', css: ['/assets/a.css'] })
})

it('the server gets the scripts of each part in each language, with what they import', () => {
  const parts = (language: string) =>
    JSON.parse(readFileSync(join(folder, `server/parts.${language}.json`), 'utf8')) as unknown
  expect(parts('ko')).toEqual({
    'app/share.tsx': ['/assets/share-1a2b3c4d.ko.js', '/assets/react-aaaaaaaa.js'],
  })
  expect(parts('en')).toMatchObject({ 'app/share.tsx': ['/assets/share-1a2b3c4d.en.js', expect.anything()] })
})
