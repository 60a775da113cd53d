import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '#shared/errors.ts'
import { altMaxLength, plainDescription } from '#shared/pictures.ts'
import { captionMaxLength, plainCaption } from '#shared/write-picture.ts'
import { uploadMaxBytes } from '#shared/uploads.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { readMedia, type ChosenMedia } from '#app/session/read-picture.ts'
import { useRootData } from '#app/session/root-data.ts'
import type { UploadedFile } from '#app/session/upload-file.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { insertPictures, type PlacedPicture } from '#app/ui/editor/picture-place.ts'
import { toAppError } from '#app/ui/to-app-error.ts'

/** So many are chosen or dropped at once. */
export const picturesMax = 10

export type PictureWords = { alt: string; caption: string }
/** A chosen file. `media` is null until it was opened, and after it could not be. */
export type NewPicture = PictureWords & {
  id: number
  file: File
  media: ChosenMedia | null
  problem: ErrorCode | null
}

type Uploaded = UploadedFile & PlacedPicture

export const isTooLong = ({ alt, caption }: PictureWords): boolean =>
  Array.from(plainDescription(alt)).length > altMaxLength ||
  Array.from(plainCaption(caption)).length > captionMaxLength

/** Images and videos on their way into a text: opened, described, uploaded to the public bucket, inserted together. */
export function useNewPictures(editor: Editor) {
  const getSupabase = useSupabase()
  const videoMaxBytes = useRootData()?.videoMaxBytes ?? uploadMaxBytes
  const [items, setItems] = useState<readonly NewPicture[]>([])
  /** Whether more files were chosen than are taken at once. */
  const [hasMore, setHasMore] = useState(false)
  /** The progress of the upload of all, from 0 to 1; null while nothing is uploaded. */
  const [share, setShare] = useState<number | null>(null)
  const lastId = useRef(0)
  /** Closing discards the images, also during their upload. */
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const change = (id: number, part: Partial<NewPicture>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)))

  function add(files: readonly File[]): void {
    const taken = files.slice(0, picturesMax - items.length)
    setHasMore(taken.length < files.length)
    const added = taken.map((file) => ({
      id: ++lastId.current,
      file,
      media: null,
      problem: null,
      alt: '',
      caption: '',
    }))
    setItems((now) => [...now, ...added])
    for (const { id, file } of added)
      readMedia(file, videoMaxBytes).then(
        (media) => change(id, { media }),
        (error: unknown) => change(id, { problem: toAppError(error, 'upload_failed').code }),
      )
  }

  function close(): void {
    sending.current?.abort()
    setItems([])
    setHasMore(false)
    setShare(null)
  }

  /** Inserts those that could be uploaded, in their order. @returns whether none is left */
  async function send(): Promise<boolean> {
    const abort = new AbortController()
    sending.current = abort
    const chosen = items.filter(({ media }) => media !== null)
    const sent = new Map<number, Uploaded>()
    setShare(0)
    for (const [index, item] of chosen.entries()) {
      change(item.id, { problem: null })
      try {
        const uploaded = await upload(item.media!, abort.signal, (part) =>
          setShare((index + part) / chosen.length),
        )
        const words = { alt: plainDescription(item.alt), caption: plainCaption(item.caption) }
        sent.set(item.id, { ...uploaded, ...words })
      } catch (error) {
        if (abort.signal.aborted) return discard([...sent.values()])
        change(item.id, { problem: toAppError(error, 'upload_failed').code })
      }
    }
    const isDone = sent.size === items.length
    flushSync(() => {
      setShare(null)
      setItems((now) => now.filter(({ id }) => !sent.has(id)))
    })
    if (isDone) editor.setEditable(true, false)
    if (sent.size > 0) insertPictures(editor, [...sent.values()])
    return isDone
  }

  async function upload(
    media: ChosenMedia,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<UploadedFile & { src: string }> {
    const [{ uploadFile }, { sendSigned }] = await Promise.all([
      whenOnline(() => import('#app/session/upload-file.ts')),
      whenOnline(() => import('#app/session/send-signed.ts')),
    ])
    const uploaded = await uploadFile(await getSupabase(), media.kind, media.file, {
      send: (...sent) => sendSigned(...sent, { onProgress, signal }),
      ...(media.kind === 'video' ? { maxBytes: videoMaxBytes } : {}),
    })
    const { bucket, path } = uploaded
    const size = media.size ? `#${media.size.width}x${media.size.height}` : ''
    return { ...uploaded, src: `/storage/v1/object/public/${bucket}/${path}${size}` }
  }

  /** Deletes what was uploaded before the member closed the form. */
  async function discard(files: readonly UploadedFile[]): Promise<false> {
    const [{ removeUpload }, supabase] = await Promise.all([
      import('#app/session/upload-file.ts'),
      getSupabase(),
    ])
    await Promise.all(files.map((file) => removeUpload(supabase, file)))
    return false
  }

  return { items, hasMore, share, videoMaxBytes, add, change, close, send }
}
