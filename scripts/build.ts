// Builds the pages when their sources changed, and compresses what browsers load once instead of at every request.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildWorker } from './build-worker.ts'
import { splitLanguages } from './split-languages.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const buildFolder = join(project, 'build')
const stampFile = join(buildFolder, '.built')
const sources = [
  'app/**/*',
  'shared/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/build-worker.ts',
  'scripts/messages-plugin.ts',
  'scripts/parts-plugin.ts',
  'scripts/split-languages.ts',
]

/**
 * Builds into build/ unless it was built from exactly these sources. It builds in a temporary folder: an interrupted
 * build leaves the former one.
 */
export async function build(): Promise<void> {
  const stamp = stampOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the pages (only when sources changed) ...')
  const partial = `build/.new-${process.pid}`
  await runReactRouterBuild(partial)
  await splitLanguages(join(project, partial))
  await buildWorker(project, join(project, partial, 'client'))
  await compressAssets(join(project, partial, 'client'))
  for (const part of ['client', 'server']) {
    rmSync(join(buildFolder, part), { recursive: true, force: true })
    renameSync(join(project, partial, part), join(buildFolder, part))
  }
  rmSync(join(project, partial), { recursive: true, force: true })
  writeFileSync(stampFile, stamp)
}

function stampOf(patterns: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: project, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(file.slice(project.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function runReactRouterBuild(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(project, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
      {
        cwd: project,
        env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The pages could not be built:\n${output.slice(-4000)}`)),
    )
  })
}

const minimumBytes = 1_000

/**
 * Writes `.br` and `.gz` next to every text asset: compression at each request costs a third of the server's
 * throughput.
 */
async function compressAssets(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,txt,webmanifest}', { cwd: folder }).map((file) =>
    join(folder, file),
  )
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < minimumBytes) return
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      writeFileSync(
        `${file}.br`,
        await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      )
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
