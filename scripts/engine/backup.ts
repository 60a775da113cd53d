// A backup is a copy of the data folder at rest, with a list of its files. It is no dump, because the embedded Postgres
// includes no program for one.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { DataInUse, restoreMark, takeDataFolder } from './data-folder.ts'
import { chooseAccount, embeddedMajor, waitForFormerServer } from './embedded-postgres.ts'

const manifestName = 'backup.json'
const manifestSchema = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  /** A copied database is read by the same kind of system and the same major version alone. */
  system: z.string(),
  postgres: z.string(),
  folders: z.array(z.strictObject({ path: z.string(), mode: z.int() })),
  files: z.array(z.strictObject({ path: z.string(), mode: z.int(), bytes: z.int(), sha256: z.string() })),
})
type Manifest = z.infer<typeof manifestSchema>
export type BackupSummary = { files: number; bytes: number; madeAt: string }

/** The reason why a command is refused; its message is for the operator. */
export class BackupRefused extends Error {}

/** Files of one run of the product, or created again by the next start. */
const leftOut = new Set([
  'engine',
  'running.json',
  'postgres.log',
  'postgres.new',
  'initdb-password',
  restoreMark,
])
const leftOutOfPostgres = new Set(['postgres/postmaster.pid', 'postgres/postmaster.opts'])
const system = `${process.platform}-${process.arch}`

/**
 * Copies everything in the data folder that outlives a run, while nothing runs on it. No start is possible meanwhile.
 * @param target does not exist, or is empty; readable by this account only. The list is written last: a folder without
 * a list is no backup.
 * @throws BackupRefused
 */
export async function makeBackup(dataFolder: string, target: string): Promise<BackupSummary> {
  const [from, to] = [resolve(dataFolder), resolve(target)]
  if (!existsSync(join(from, 'postgres'))) throw new BackupRefused(`There is no data in ${from}.`)
  if (isWithin(to, from) || isWithin(from, to))
    throw new BackupRefused(`A backup has to stand outside of the data: ${from}`)
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BackupRefused(`${to} is not empty: nothing is overwritten. Name a new folder.`)
  const release = take(from, 'npm run backup', 'A backup is made while Munjang is stopped')
  try {
    await waitForFormerServer(join(from, 'postgres'))
    await mkdir(to, { recursive: true, mode: 0o700 })
    await chmod(to, 0o700)
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      system,
      postgres: readFileSync(join(from, 'postgres/PG_VERSION'), 'utf8').trim(),
      folders: [],
      files: [],
    }
    for await (const entry of listEntries(from)) {
      const { path, mode } = entry
      if (entry.isFolder) {
        await mkdir(join(to, path), { mode: 0o700 })
        manifest.folders.push({ path, mode })
      } else manifest.files.push({ path, mode, ...(await copyFile(join(from, path), join(to, path), 0o600)) })
    }
    const draft = join(to, `${manifestName}.new`)
    writeFileSync(draft, JSON.stringify(manifest), { mode: 0o600, flush: true })
    renameSync(draft, join(to, manifestName))
    return summaryOf(manifest)
  } finally {
    release()
  }
}

/**
 * Restores a backup into an empty data folder. Every file is compared with the list before any of it counts. An
 * interrupted restore prevents the product's start, and the next restore begins again.
 * @throws BackupRefused
 */
export async function restoreBackup(source: string, dataFolder: string): Promise<BackupSummary> {
  const [from, to] = [resolve(source), resolve(dataFolder)]
  const manifest = readManifest(from)
  const release = take(to, 'npm run restore', 'A backup is restored while Munjang is stopped')
  try {
    await makeRoom(to)
    const draft = join(to, restoreMark)
    await mkdir(draft, { mode: 0o700 })
    try {
      await copyBack(manifest, from, draft)
    } catch (error) {
      rmSync(draft, { recursive: true })
      throw error
    }
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(to, name))
    rmSync(draft, { recursive: true })
    return summaryOf(manifest)
  } finally {
    release()
  }
}

function take(folder: string, command: string, reason: string): () => void {
  try {
    return takeDataFolder(folder, command)
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error
    throw new BackupRefused(
      `${reason}, and process ${error.pid} (${error.address}) is using this data: ${folder}. Stop it and run this again.`,
    )
  }
}

/** All files in a folder of an interrupted restore belong to that restore. */
async function makeRoom(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name !== 'running.json')
  if (names.includes(restoreMark)) {
    for (const name of names) rmSync(join(folder, name), { recursive: true })
  } else if (names.length > 0) {
    throw new BackupRefused(
      `There is data in ${folder} already. A backup is restored into an empty folder: move this one away, or set DATA_FOLDER.`,
    )
  }
}

function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName)
  if (!existsSync(file))
    throw new BackupRefused(`${folder} is no complete backup: its list, ${manifestName}, is missing.`)
  let manifest: Manifest
  try {
    manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new BackupRefused(`The backup is damaged: ${file} cannot be read.`)
  }
  if ([...manifest.folders, ...manifest.files].some(({ path }) => !isWithin(join(folder, path), folder)))
    throw new BackupRefused(`The backup is damaged: ${file} names files outside of it.`)
  if (manifest.system !== system)
    throw new BackupRefused(`This backup was made on ${manifest.system}: it cannot be restored on ${system}.`)
  if (manifest.postgres !== embeddedMajor())
    throw new BackupRefused(
      `This backup holds data of Postgres ${manifest.postgres}; this version of Munjang brings ${embeddedMajor()}. Restore it with the version that made it.`,
    )
  return manifest
}

async function copyBack(manifest: Manifest, from: string, to: string): Promise<void> {
  const account = chooseAccount()
  const own = async (path: string, mode: number) => {
    if (account && path.split('/')[0] === 'postgres') await chown(join(to, path), account.uid, account.gid)
    await chmod(join(to, path), mode)
  }
  for (const { path } of manifest.folders) await mkdir(join(to, path), { mode: 0o700 })
  for (const { path, mode, bytes, sha256 } of manifest.files) {
    const copy = await copyFile(join(from, path), join(to, path), 0o600).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? new BackupRefused(`The backup is damaged: ${path} is missing. Nothing was restored.`)
        : error
    })
    if (copy.bytes !== bytes || copy.sha256 !== sha256)
      throw new BackupRefused(
        `The backup is damaged: ${path} is not what was backed up. Nothing was restored.`,
      )
    await own(path, mode)
  }
  for (const { path, mode } of manifest.folders) await own(path, mode)
}

type Entry = { path: string; mode: number; isFolder: boolean }

/** Folders before their content; paths with `/`. */
async function* listEntries(root: string, folder = root): AsyncGenerator<Entry> {
  for (const name of (await readdir(folder)).toSorted()) {
    const full = join(folder, name)
    const path = relative(root, full).split(sep).join('/')
    if ((dirname(path) === '.' && leftOut.has(basename(path))) || leftOutOfPostgres.has(path)) continue
    const facts = await lstat(full)
    if (!facts.isDirectory() && !facts.isFile())
      throw new BackupRefused(`${full} is neither a file nor a folder: it cannot be backed up.`)
    yield { path, mode: facts.mode & 0o777, isFolder: facts.isDirectory() }
    if (facts.isDirectory()) yield* listEntries(root, full)
  }
}

/** Written to the disk before it is done. */
async function copyFile(from: string, to: string, mode: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), meter, createWriteStream(to, { mode, flags: 'wx', flush: true }))
  return { bytes, sha256: hash.digest('hex') }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way.split(sep)[0] !== '..' && resolve(folder, way) === resolve(path))
}

function summaryOf({ files, madeAt }: Manifest): BackupSummary {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), madeAt }
}
