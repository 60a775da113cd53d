// Compares the first-load JavaScript of each public page with its budget: the bytes that a browser fetches before
// hydration.
import { globSync, readFileSync } from 'node:fs'
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

/**
 * Gzip size of entry, route modules and everything that they import statically, for each page that a visitor can open,
 * in the larger language.
 */
export function measurePages(clientFolder: string): PageSize[] {
  const manifests = globSync('assets/manifest-*.js', { cwd: clientFolder })
  if (manifests.length === 0) throw new Error(`There is no build in ${clientFolder}.`)
  const sizes = new Map<string, number>()
  for (const { page, bytes } of manifests.flatMap((file) => measureLanguage(clientFolder, file)))
    sizes.set(page, Math.max(bytes, sizes.get(page) ?? 0))
  return [...sizes].map(([page, bytes]) => ({ page, bytes })).sort((a, b) => b.bytes - a.bytes)
}

function measureLanguage(clientFolder: string, manifestFile: string): PageSize[] {
  const manifest = readManifest(join(clientFolder, manifestFile))
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
      return { page: route.id, bytes }
    })
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

function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

function gzipBytes(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}
