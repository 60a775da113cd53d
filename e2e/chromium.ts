// The browser of the journeys: the Chromium inside the npm package, unpacked once, or the one that CHROMIUM_PATH names.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))

export const chromiumPath = process.env.CHROMIUM_PATH ?? join(cache, 'chromium')

/**
 * Our own flags: the package's list has --single-process, under which a second page crashes. The sandbox needs rights
 * that root and containers do not have; only pages of this machine are opened. The other flags prevent the browser's
 * own network requests.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/**
 * Environment of the browser: the system's libraries, or those that the package carries where the system lacks some.
 * Without a locale of UTF-8 Chromium calls a download with a Korean name "download".
 */
export function chromiumEnvironment(): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  environment.LC_ALL = 'C.UTF-8'
  const libraries = join(cache, 'al2023/lib')
  return existsSync(libraries) ? { ...environment, LD_LIBRARY_PATH: libraries } : environment
}

/**
 * Unpacks the browser unless it exists: into a temporary folder, then renamed, so that an interrupted unpacking is
 * repeated.
 */
export async function prepareChromium(): Promise<void> {
  if (process.env.CHROMIUM_PATH || existsSync(chromiumPath)) return
  const partial = `${cache}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // The package unpacks into the temporary folder of the moment.
  const former = process.env.TMPDIR
  process.env.TMPDIR = partial
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    if (lacksLibraries(join(partial, 'chromium'))) {
      await inflate(
        fileURLToPath(new URL('../node_modules/@sparticuz/chromium/bin/al2023.tar.br', import.meta.url)),
      )
    }
  } finally {
    if (former === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = former
  }
  rmSync(cache, { recursive: true, force: true })
  renameSync(partial, cache)
}

function lacksLibraries(program: string): boolean {
  return execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found')
}
