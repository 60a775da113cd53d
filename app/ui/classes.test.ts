// Classes, which types do not know: each that a style file has is used, and each that code names is there.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const app = resolve(import.meta.dirname, '..')
// The theme hands the classes of buttons to Mantine.
const modules = globSync('**/*.module.css', { cwd: app, exclude: ['ui/button.module.css'] }).map((path) =>
  join(app, path),
)
const code = globSync('**/*.{ts,tsx}', { cwd: app }).map((path) => join(app, path))

/** The classes of a module, without those that other code makes. */
function findClasses(module: string): string[] {
  const withoutComments = readFileSync(module, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = withoutComments.match(/[^{};]+(?=\{)/g) ?? []
  const own = selectors.join(' ').replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
  return [...own.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)
}

/** `module:class` of each `styles.class` of a file. */
function findUses(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const body = text.replaceAll(/^import .*$/gm, '')
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, name, source]) => {
    const module = source!.startsWith('#app/') ? join(app, source!.slice(5)) : join(dirname(path), source!)
    return [...body.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(
      ([, used]) => `${module}:${used}`,
    )
  })
}

it('classes of CSS modules and their uses in the code are the same', () => {
  const classes = new Set(modules.flatMap((module) => findClasses(module).map((name) => `${module}:${name}`)))
  const uses = new Set(code.flatMap(findUses))
  expect({ unused: [...classes.difference(uses)], missing: [...uses.difference(classes)] }).toEqual({
    unused: [],
    missing: [],
  })
})

it('the utilities and their uses in the code are the same', () => {
  const utilities = new Set(findClasses(join(app, 'ui/utilities.css')))
  const uses = new Set(
    code.flatMap((path) => readFileSync(path, 'utf8').match(/(?<=['"` ])u-[a-z][a-z0-9-]*(?=['"` ])/g) ?? []),
  )
  expect({ unused: [...utilities.difference(uses)], missing: [...uses.difference(utilities)] }).toEqual({
    unused: [],
    missing: [],
  })
})
