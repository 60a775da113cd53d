// Bundles the service worker, with the files that the offline page needs.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { BuildFiles } from '#shared/offline.ts'
import { languageFiles } from './split-languages.ts'

type Chunk = { file: string; imports?: string[] }
type Chunks = Record<string, Chunk>

const route = (file: string) => `app/${file}?__react-router-build-client-route`
/** What a page in the empty layout loads by itself. */
const pageChunks = [
  'app/entry.client.tsx',
  route('root.tsx'),
  route('routes/language.tsx'),
  route('routes/offline.tsx'),
]
/** What the entry imports dynamically. Every other late part waits for the network. */
const lateChunk = 'app/ui/keep-focus.ts'

/** The one style file, as Vite's manifest names it. */
const styles = 'style.css'

/** Writes `service-worker.js` into the folder of the browser's files. */
export async function buildWorker(project: string, clientFolder: string): Promise<void> {
  await build({
    root: project,
    configFile: false,
    logLevel: 'warn',
    define: { buildFiles: JSON.stringify(listBuildFiles(clientFolder)) },
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: join(project, 'app/worker/service-worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'service-worker.js',
      },
    },
  })
}

/** @throws when the build has no offline page */
function listBuildFiles(clientFolder: string): BuildFiles {
  const chunks = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Chunks
  const files = new Set<string>()
  const visited = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build has no "${name}".`)
    if (visited.has(name)) return
    visited.add(name)
    for (const file of languageFiles(clientFolder, chunk.file)) files.add(`/${file}`)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const name of [...pageChunks, lateChunk, styles]) add(name)
  const others = globSync(
    ['assets/manifest-*.js', 'assets/pretendardvariable-dynamic-subset-*.css', 'assets/icon-*.svg'],
    {
      cwd: clientFolder,
    },
  )
  for (const file of others) files.add(`/${file}`)
  const listed = [...files].sort()
  return {
    version: createHash('sha256').update(listed.join('\n')).digest('hex').slice(0, 12),
    files: listed,
    entry: `/${chunks[pageChunks[0]!]!.file.replace(/\.js$/, '')}`,
  }
}
