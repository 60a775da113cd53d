// What a text can draw on besides its form: files and links, as text and pictures that a model can be given.
import type { ModelFile } from '#server/outside/models.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { toolFiles, type ToolFile } from '#shared/tools-form.ts'
import { scanPagesMax, sourceCharactersMax, toolFilesMax, type ReadSource } from '#shared/tools.ts'

export type Source = {
  name: string
  kind: 'file' | 'link'
  /** As a person is told of it: a page by its title. */
  told: ReadSource
  /** What is written in it; null for a picture. */
  text: string | null
  pictures: ModelFile[]
}

/** A scan of up to this size goes to a model as it is. */
const scanMaxBytes = 10 * 1024 * 1024

/**
 * Checks that all files are the member's own, before anything is held.
 * @throws AppError on field `files`: file_gone
 */
export async function requireOwnFiles(
  parts: Parts,
  files: readonly ToolFile[],
  accessToken: string,
): Promise<void> {
  for (const { path, name } of files) {
    await parts.files.requireOwn({ path, accessToken }).catch((error: unknown) => {
      throw onFile(error, name)
    })
  }
}

/** Characters that each file and each link may give: all together `sourceCharactersMax`. */
export const charactersOfEach = (count: number): number =>
  Math.floor(sourceCharactersMax / Math.max(1, count))

/**
 * Reads files that `requireOwnFiles` let pass, one after the other.
 * @throws AppError with `detail.name`: the file that could not be read; the signal's reason
 */
export async function readFileSources(
  parts: Parts,
  files: readonly ToolFile[],
  { charactersMax, signal }: { charactersMax: number; signal: AbortSignal },
): Promise<Source[]> {
  const sources: Source[] = []
  for (const file of files) {
    try {
      sources.push(await readFile(parts, file, { charactersMax, signal }))
    } catch (error) {
      throw onFile(error, file.name)
    }
  }
  return sources
}

async function readFile(
  parts: Parts,
  { path, name }: ToolFile,
  { charactersMax, signal }: { charactersMax: number; signal: AbortSignal },
): Promise<Source> {
  const sign = () => parts.files.sign({ path, signal })
  const read = await parts.reader.read({ kind: 'file', name, sign, charactersMax }, signal)
  const source = { name, kind: 'file' as const, told: { kind: 'file' as const, name, characters: null } }
  if (read.kind === 'picture') {
    const { data, mediaType } = read
    return {
      ...source,
      told: { ...source.told, pages: 1 },
      text: null,
      pictures: [{ mediaType, data, pages: 1 }],
    }
  }
  const { text, bytes, pages } = read
  const told = { ...source.told, characters: Array.from(text).length }
  if (text) return { ...source, told, text, pictures: [] }
  if (bytes > scanMaxBytes || !parts.model.canReadPdf) throw new AppError('pdf_without_text')
  if (pages > scanPagesMax) throw new AppError('scan_too_long', { detail: { count: scanPagesMax } })
  const data = await parts.files.read({ path, bytesMax: scanMaxBytes, signal })
  return {
    ...source,
    told: { ...source.told, pages },
    text: null,
    pictures: [{ mediaType: 'application/pdf', data, pages }],
  }
}

/** An error that tells which file it is about. */
function onFile(error: unknown, name: string): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, {
    field: 'files',
    detail: { ...error.detail, name },
    message: error.message,
    cause: error.cause,
  })
}

/** The files that a request of before named; empty for anything else. */
export function filesOfRequest(request: unknown): ToolFile[] {
  const files = toolFiles(Math.max(...Object.values(toolFilesMax))).safeParse(
    (request as { files?: unknown } | null)?.files,
  )
  return files.success ? files.data : []
}
