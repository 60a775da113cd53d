// Compares the first-load JavaScript of each public page with its budget: the bytes that a browser fetches before
// hydration.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** About one and a half times the bare floor (React and the router alone). */
const firstLoadBudgetBytes = 165 * 1024

type ManifestRoute = {
  id: string
  parentId?: string
  path?: string
  module: string
  imports?: string[]
  hasLoader: boolean
}
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, ManifestRoute> }

type PageSize = { page: string; bytes: number }

/** Gzip size of entry, route modules and everything that they import statically, for each page that a visitor can open. */
export function measurePages(clientFolder: string): PageSize[] {
  const manifest = readManifest(clientFolder)
  const languageBytes = Math.max(
    ...globSync('assets/messages-*.js', { cwd: clientFolder }).map((file) =>
      gzipBytes(join(clientFolder, file)),
    ),
    0,
  )
  return Object.values(manifest.routes)
    .filter((route) => !Object.values(manifest.routes).some((other) => other.parentId === route.id))
    .map((route) => {
      const files = new Set([manifest.entry.module, ...manifest.entry.imports])
      for (
        let current: ManifestRoute | undefined = route;
        current;
        current = manifest.routes[current.parentId ?? '']
      ) {
        for (const file of [current.module, ...(current.imports ?? [])]) files.add(file)
      }
      const bytes = [...files]
        .map((file) => gzipBytes(join(clientFolder, file)))
        .reduce((sum, size) => sum + size, 0)
      return { page: route.id, bytes: bytes + languageBytes }
    })
    .sort((a, b) => b.bytes - a.bytes)
}

export async function checkBudget(clientFolder: string): Promise<{ isGood: boolean; output: string }> {
  const pages = measurePages(clientFolder)
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
  const isGood = pages.length > 0 && pages.every((page) => page.bytes <= firstLoadBudgetBytes)
  const lines = pages.map(
    (page) =>
      `${page.bytes > firstLoadBudgetBytes ? 'over' : 'ok  '} ${kilobytes(page.bytes).padStart(9)} ${page.page}`,
  )
  return { isGood, output: [`Budget: ${kilobytes(firstLoadBudgetBytes)} gzip`, ...lines].join('\n') }
}

function readManifest(clientFolder: string): Manifest {
  const [file] = globSync('assets/manifest-*.js', { cwd: clientFolder })
  if (!file || !existsSync(join(clientFolder, file))) throw new Error(`There is no build in ${clientFolder}.`)
  const text = readFileSync(join(clientFolder, file), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

function gzipBytes(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}
