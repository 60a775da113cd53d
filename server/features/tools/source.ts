// What a text can draw on besides its form: files and links, as text and pictures that a model can be given.
import type { ModelFile } from '#server/outside/models.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { toolFiles, type ToolFile } from '#shared/tools-form.ts'
import { sourceCharactersMax, toolFilesMax, type ReadSource } from '#shared/tools.ts'
import { uploadMaxBytes } from '#shared/uploads.ts'
import { detectMediaType, isNamedLike } from './media-type.ts'

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
const imageMaxBytes = 10 * 1024 * 1024

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
  const isPdfName = name.toLowerCase().endsWith('.pdf')
  const data = await parts.files
    .read({ path, bytesMax: isPdfName ? uploadMaxBytes : imageMaxBytes, signal })
    .catch((error: unknown) => {
      const isLargePicture = error instanceof AppError && error.code === 'file_too_large' && !isPdfName
      throw isLargePicture ? new AppError('image_too_large') : error
    })
  if (data.length === 0) throw new AppError('file_empty')
  const mediaType = detectMediaType(data)
  if (!mediaType || !isNamedLike(name, mediaType))
    throw new AppError('only_tool_file_format', { message: 'file_is_not_what_it_says' })
  const source = { name, kind: 'file' as const, told: { kind: 'file' as const, name, characters: null } }
  if (mediaType !== 'application/pdf') {
    const picture = await parts.reader.read({ kind: 'picture', data }, signal)
    return { ...source, text: null, pictures: [{ name, ...picture }] }
  }
  const { text } = await parts.reader.read({ kind: 'pdf', data, charactersMax }, signal)
  const told = { ...source.told, characters: Array.from(text).length }
  if (text) return { ...source, told, text, pictures: [] }
  if (data.length > scanMaxBytes || !parts.model.canReadPdf) throw new AppError('pdf_without_text')
  return { ...source, text: null, pictures: [{ name, mediaType, data }] }
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
