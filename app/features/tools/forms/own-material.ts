// What a member's own text begins with: pasted text, a file or a link.
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { Api } from '#app/session/api.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import { contentMaxLength, type OutputLanguage } from '#shared/tools.ts'
import { splitTitle } from '#shared/text-title.ts'
import { extensionOf } from '#shared/uploads.ts'
import { readMarkTags } from '../mark-tags.ts'
import { insertOwnText } from '../writing/text-data.ts'

/** `text` is Markdown. */
export type OwnMaterial = { title: string; text: string }

const markdownSign = /^(?:#{1,6} |[-*+>] |\d+[.)] |\||```)|\*\*\S|\]\(/m

/** Pasted text as Markdown. In plain text each line is a paragraph, and a tilde between numbers is none of its signs. */
export function readPasted(pasted: string): OwnMaterial {
  const clean = pasted.replace(/\r\n?/g, '\n').trim()
  const { title, text } = splitTitle(clean)
  if (title || markdownSign.test(clean)) return { title, text: readMarkTags(text) }
  const lines = text.split(/\n+/).map((line) => line.trim().replaceAll('~', String.raw`\~`))
  return { title, text: lines.join('\n\n') }
}

/** Uploads a file, has it read, and removes it again. @throws AppError */
export async function readOwnFile(
  file: File,
  { api, supabase, uuid }: { api: Api; supabase: Supabase; uuid: string },
): Promise<OwnMaterial> {
  const { uploadToolFile, removeToolFile } = await whenOnline(
    () => import('#app/session/upload-tool-file.ts'),
  )
  const { signal } = new AbortController()
  const path = await uploadToolFile(supabase, file, { onProgress: () => {}, signal })
  try {
    const body = { uuid, files: [{ path, name: file.name }] }
    const { result } = await api.json<{ result: OwnMaterial }>('/ai/tool/own/file', { method: 'POST', body })
    return extensionOf(file.name) === 'md' ? readMarks(result) : result
  } finally {
    await removeToolFile(supabase, path)
  }
}

/** The marks of a Markdown file in our notation, which is longer than some tags. @throws AppError file_too_large */
export function readMarks({ title, text: file }: OwnMaterial): OwnMaterial {
  const text = readMarkTags(file)
  if (text.length > contentMaxLength) throw new AppError('file_too_large')
  return { title, text }
}

/** @throws AppError */
export async function readOwnLink(
  url: string,
  { api, uuid }: { api: Api; uuid: string },
): Promise<OwnMaterial> {
  const body = { uuid, urls: [url] }
  return (await api.json<{ result: OwnMaterial }>('/ai/tool/own/link', { method: 'POST', body })).result
}

/** @returns the text's id @throws AppError `too_many_requests` after a hundred in a day, `texts_full` */
export async function createOwnText(
  supabase: Supabase,
  { title, text }: OwnMaterial,
  language: OutputLanguage,
): Promise<number> {
  return insertOwnText(supabase, { title, content: text }, languageOf(text, language))
}

const scripts = [
  ['Korean', /\p{Script=Hangul}/gu],
  ['Japanese', /\p{Script=Hiragana}|\p{Script=Katakana}/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Russian', /\p{Script=Cyrillic}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hindi', /\p{Script=Devanagari}/gu],
] as const satisfies readonly (readonly [OutputLanguage, RegExp])[]

/** The first language whose script makes up a tenth of the letters; English for Latin letters, `usual` without any. */
export function languageOf(text: string, usual: OutputLanguage): OutputLanguage {
  const letters = text.slice(0, 5_000).match(/\p{L}/gu)?.join('') ?? ''
  if (letters === '') return usual
  const found = scripts.find(([, script]) => (letters.match(script)?.length ?? 0) > letters.length / 10)
  return found?.[0] ?? 'English'
}
