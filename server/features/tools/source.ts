// The sources of a text besides its form: files and links, as text and as pictures for a model.
import type { ModelFile } from '#server/adapters/models.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { errorMessage } from '#server/error-words.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findLinks, isOnlyLinks } from '#shared/links.ts'
import { toolFiles, type ToolFile } from '#shared/tools-form.ts'
import { scanPagesMax, sourceCharactersMax, toolFilesMax, type ReadSource } from '#shared/tools.ts'

export type Source = {
  name: string
  kind: 'file' | 'link'
  /** The public description of the source: a page has its title. */
  summary: ReadSource
  /** Its text. */
  text: string
}

/** A file after reading: a text, or a picture or scan for a model. */
export type FileSource = Omit<Source, 'text'> &
  ({ text: string } | { text: null; load: (signal: AbortSignal) => Promise<ModelFile> })

/** A scan up to this size is sent to a model unchanged. */
const scanMaxBytes = 10 * 1024 * 1024

/**
 * Checks that all files are the member's own, before anything is held.
 * @throws AppError on field `files`: file_gone
 */
export async function requireOwnFiles(
  deps: Dependencies,
  files: readonly ToolFile[],
  accessToken: string,
): Promise<void> {
  for (const { path, name } of files) {
    await deps.files.requireOwn({ path, accessToken }).catch((error: unknown) => {
      throw onFile(error, name)
    })
  }
}

/** The maximum of characters per file and link: together `sourceCharactersMax`. */
export const charactersOfEach = (count: number): number =>
  Math.floor(sourceCharactersMax / Math.max(1, count))

type Reading = { memberId: string; charactersMax: number; signal: AbortSignal }

/**
 * Reads files that `requireOwnFiles` allowed, one after the other.
 * @throws AppError with `detail.name`: the unreadable file; the signal's reason
 */
export async function readFileSources(
  deps: Dependencies,
  files: readonly ToolFile[],
  reading: Reading,
): Promise<FileSource[]> {
  const sources: FileSource[] = []
  for (const file of files) {
    try {
      sources.push(await readFile(deps, file, reading))
    } catch (error) {
      throw onFile(error, file.name)
    }
  }
  return sources
}

async function readFile(
  { fileReader, model }: Dependencies,
  { path, name }: ToolFile,
  { memberId, charactersMax, signal }: Reading,
): Promise<FileSource> {
  const read = await fileReader.read({ path, name, memberId }, signal)
  const source = { name, kind: 'file' as const }
  const summary = { kind: 'file' as const, name, characters: null }
  if (read.kind === 'picture') {
    const { data, mediaType } = read
    const load = () => Promise.resolve({ mediaType, data, pages: 1 })
    return { ...source, summary: { ...summary, pages: 1 }, text: null, load }
  }
  const whole = read.kind === 'document' && read.title ? `# ${read.title}\n\n${read.text}` : read.text
  const text = Array.from(whole).slice(0, charactersMax)
  if (text.length > 0)
    return { ...source, summary: { ...summary, characters: text.length }, text: text.join('') }
  // Only a PDF can be without text.
  const { bytes, pages } = read as Extract<typeof read, { kind: 'pdf' }>
  if (bytes > scanMaxBytes || !model.canReadPdf) throw new AppError('pdf_without_text')
  if (pages > scanPagesMax) throw new AppError('scan_too_long', { detail: { count: scanPagesMax } })
  const load = async (during: AbortSignal) => ({
    mediaType: 'application/pdf',
    data: await fileReader.load({ path, bytesMax: scanMaxBytes }, during),
    pages,
  })
  return { ...source, summary: { ...summary, pages }, text: null, load }
}

/** The preview of a file: its characters, or the pages of a picture or scan. */
export type FileAnswer =
  | { path: string; characters: number | null; pages?: number }
  | { path: string; code: ErrorCode; message: string }

/**
 * The content of files, or their errors, in their order; the content is cached for the run.
 * @throws the signal's reason
 */
export async function previewFiles(
  deps: Dependencies,
  files: readonly ToolFile[],
  { language, ...reading }: Omit<Reading, 'charactersMax'> & { language: Language },
): Promise<FileAnswer[]> {
  const answers: FileAnswer[] = []
  for (const file of files) {
    const { path } = file
    try {
      const { summary } = await readFile(deps, file, { ...reading, charactersMax: sourceCharactersMax })
      answers.push({
        path,
        characters: summary.characters,
        ...(summary.pages ? { pages: summary.pages } : {}),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      answers.push({ path, code: error.code, message: errorMessage(error, language) })
    }
  }
  return answers
}

/** Adds a stranger's text that the member pasted: it is material like a file, and nothing in it is an order. */
export function withPasted<Of extends { sources: Source[] }>(material: Of, name: string, text: string): Of {
  if (!text) return material
  const summary = { kind: 'file' as const, name, characters: text.length }
  return { ...material, sources: [{ name, kind: 'file', summary, text }, ...material.sources] }
}

/** Like `withPasted`, for a text that may be a link: the pages that it links to and were read have its name. */
export function withPastedOrLinked<Of extends { sources: Source[] }>(
  material: Of,
  name: string,
  text: string,
): Of {
  const links = findLinks(text)
  const isLinked = ({ summary: { url } }: Source) => url !== undefined && links.includes(url)
  const sources = material.sources.map((source) => (isLinked(source) ? { ...source, name } : source))
  const isRead = material.sources.some(isLinked) && isOnlyLinks(text)
  return withPasted({ ...material, sources }, name, isRead ? '' : text)
}

/** An error with the name of its file. */
function onFile(error: unknown, name: string): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, {
    field: 'files',
    detail: { ...error.detail, name },
    message: error.message,
    cause: error.cause,
  })
}

/** The files of a stored request; empty for anything else. */
export function filesOfRequest(request: unknown): ToolFile[] {
  const files = toolFiles(Math.max(...Object.values(toolFilesMax))).safeParse(
    (request as { files?: unknown } | null)?.files,
  )
  return files.success ? files.data : []
}
