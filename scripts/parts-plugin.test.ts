import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { nameParts } from './parts-plugin.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const page = join(project, 'app/page.tsx')

async function compile(code: string): Promise<string> {
  const { output } = (
    (await build({
      root: project,
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'files',
          resolveId: (id) =>
            id === page || id === './panel.tsx' ? join(project, 'app', id.split('/').at(-1)!) : null,
          load: (id) => (id === page ? code : id.startsWith(project) ? 'export default () => null' : null),
        },
        nameParts(),
      ],
      build: { write: false, minify: false, lib: { entry: page, formats: ['es'], fileName: 'page' } },
    })) as Rolldown.RolldownOutput[]
  )[0]!
  return output[0].code
}

const declared = 'const lazyWithRetry = (load: unknown, name?: string) => [load, name]\n'

it('a part is told its module, whatever is around its import', async () => {
  const code = await compile(
    `${declared}export const a = lazyWithRetry(async () => ({ default: (await import('./panel.tsx')).default }))`,
  )
  expect(code).toMatch(/, "app\/panel\.tsx"\)/)
})

it('a part without an import is refused', async () => {
  await expect(compile(`${declared}export const a = lazyWithRetry(somewhere)`)).rejects.toThrow(
    'needs one import()',
  )
})
