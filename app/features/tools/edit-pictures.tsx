import { Button } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { ErrorCode } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { altMaxLength, plainDescription } from '#shared/pictures.ts'
import { uploadKinds, uploadMaxBytes } from '#shared/uploads.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { describePicture, insertPicture, selectedPicture } from '#app/ui/editor/picture-place.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useEditorWords } from './editor-words.ts'
import { readMedia, type ChosenMedia } from '#app/session/read-picture.ts'
import { useReadOnlyWhile } from './use-read-only-while.ts'
import styles from './edit-commands.module.css'

const accepted = [...uploadKinds.image.extensions, ...uploadKinds.video.extensions]
  .map((extension) => `.${extension}`)
  .join(',')

/** An image that waits for its description, with its own id, because other images may be added and removed. */
type WaitingPicture = { id: number; file: File }

/**
 * Images of a text: chosen, pasted or dropped, uploaded to the public bucket, described, and inserted at the cursor.
 */
export default function EditPictures({ editor, askCount }: { editor: Editor; askCount: number }) {
  const { t } = useEditorWords()
  const input = useRef<HTMLInputElement>(null)
  const [waiting, setWaiting] = useState<readonly WaitingPicture[]>([])
  const lastId = useRef(0)
  const [described, setDescribed] = useState<{ at: number; alt: string } | null>(null)
  const [next] = waiting
  const selected = useEditorState({ editor, selector: ({ editor: now }) => selectedPicture(now) })
  useReadOnlyWhile(editor, next !== undefined || described !== null)
  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => ({ id: ++lastId.current, file }))
    setWaiting((now) => [...now, ...added])
  }
  usePictureFiles(editor, add)
  useEffect(() => {
    if (askCount > 0) input.current?.click()
  }, [askCount])
  const takeOut = (id: number) => setWaiting((now) => now.filter((picture) => picture.id !== id))
  const release = () => {
    editor.setEditable(true, false)
    editor.view.focus()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={t('editor.picture.label')}
        onChange={(event) => {
          add(event.currentTarget.files ?? [])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {next && (
        <NewPicture
          key={next.id}
          file={next.file}
          onInsert={(picture) => {
            editor.setEditable(true, false)
            insertPicture(editor, picture)
            takeOut(next.id)
          }}
          onClose={() => {
            takeOut(next.id)
            if (waiting.length === 1) release()
          }}
        />
      )}
      {!next && described && (
        <section className={styles.offer} aria-label={t('editor.picture.edit')}>
          <DescriptionForm
            alt={described.alt}
            action={t('editor.picture.save')}
            onSubmit={(alt) => {
              editor.setEditable(true, false)
              describePicture(editor, described.at, alt)
              setDescribed(null)
            }}
            onClose={() => {
              setDescribed(null)
              release()
            }}
          />
        </section>
      )}
      {!next && !described && selected && (
        <div className={styles.again}>
          <Button variant="default" size="sm" onClick={() => setDescribed(selected)}>
            {t('editor.picture.edit')}
          </Button>
          <span className={styles.hint}>{selected.alt}</span>
        </div>
      )}
    </>
  )
}

function NewPicture(props: {
  file: File
  onInsert: (picture: { src: string; alt: string }) => void
  onClose: () => void
}) {
  const { t } = useEditorWords()
  const getSupabase = useSupabase()
  const { file } = props
  const videoMaxBytes = useRootData()?.videoMaxBytes ?? uploadMaxBytes
  const [picture, setPicture] = useState<ChosenMedia | null>(null)
  /** Closing the form discards the image, also during its upload. */
  const sending = useRef<AbortController>(undefined)
  /** The progress of the upload, from 0 to 1. */
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const preview = useMemo(() => (picture ? URL.createObjectURL(picture.file) : null), [picture])
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])
  const fail = (error: unknown) => setProblem(toAppError(error, 'upload_failed').code)
  useEffect(() => {
    let isWanted = true
    readMedia(file, videoMaxBytes).then(
      (found) => isWanted && setPicture(found),
      (error: unknown) => isWanted && fail(error),
    )
    return () => {
      isWanted = false
    }
  }, [file, videoMaxBytes])
  useEffect(() => () => sending.current?.abort(), [])
  const insert = async (alt: string) => {
    if (!picture) return
    const abort = new AbortController()
    sending.current = abort
    setShare(0)
    setProblem(null)
    try {
      const [{ uploadFile }, { sendSigned }] = await Promise.all([
        whenOnline(() => import('#app/session/upload-file.ts')),
        whenOnline(() => import('#app/session/send-signed.ts')),
      ])
      const progress = { onProgress: setShare, signal: abort.signal }
      const { bucket, path } = await uploadFile(await getSupabase(), picture.kind, picture.file, {
        send: (...sent) => sendSigned(...sent, progress),
        ...(picture.kind === 'video' ? { maxBytes: videoMaxBytes } : {}),
      })
      const size = picture.size ? `#${picture.size.width}x${picture.size.height}` : ''
      props.onInsert({ src: `/storage/v1/object/public/${bucket}/${path}${size}`, alt })
    } catch (error) {
      if (abort.signal.aborted) return
      setShare(null)
      fail(error)
    }
  }
  return (
    <section className={styles.offer} aria-label={t('editor.picture.label')}>
      {preview && picture?.kind === 'video' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className={styles.chosen} src={preview} controls aria-label={t('editor.picture.preview')} />
      )}
      {preview && picture?.kind === 'image' && (
        <img className={styles.chosen} src={preview} alt={t('editor.picture.preview')} />
      )}
      {problem && (
        <p className={styles.error} role="alert">
          {file.name}: {t(`errors.${problem}`)}
          {problem === 'video_too_large' &&
            ` ${t('editor.picture.videoMax', { count: Math.floor(videoMaxBytes / 1024 ** 2) })}`}
        </p>
      )}
      {picture ? (
        <DescriptionForm
          alt=""
          action={t('editor.picture.insert')}
          isBusy={share !== null}
          share={share}
          onSubmit={(alt) => void insert(alt)}
          onClose={props.onClose}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.picture.cancel')}
          </Button>
        </div>
      )}
    </section>
  )
}

function DescriptionForm(props: {
  alt: string
  action: string
  isBusy?: boolean
  /** The progress of an image's upload. */
  share?: number | null
  onSubmit: (alt: string) => void
  onClose: () => void
}) {
  const { t } = useEditorWords()
  const [alt, setAlt] = useState(props.alt)
  const [isTooLong, setIsTooLong] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const progressId = useId()
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <Form
      className={styles.instruction}
      label={t('editor.picture.alt')}
      isBusy={props.isBusy ?? false}
      onSubmit={() => {
        const plain = plainDescription(alt)
        setIsTooLong(Array.from(plain).length > altMaxLength)
        if (Array.from(plain).length <= altMaxLength) props.onSubmit(plain)
      }}
    >
      <div ref={box}>
        <TextField
          name="alt"
          label={t('editor.picture.alt')}
          placeholder={t('editor.picture.altPlaceholder')}
          hint={t('editor.picture.altHint')}
          limit={altMaxLength}
          value={alt}
          error={isTooLong ? t('errors.field.too_long', { count: altMaxLength }) : undefined}
          onChange={setAlt}
        />
      </div>
      {typeof props.share === 'number' && (
        <p className={styles.sending}>
          <progress id={progressId} max={1} value={props.share} />
          <label htmlFor={progressId}>
            {t('editor.picture.sending', { percent: Math.round(props.share * 100) })}
          </label>
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" size="sm" loading={props.isBusy ?? false}>
          {props.action}
        </Button>
        <Button variant="subtle" size="sm" onClick={props.onClose}>
          {t('editor.picture.cancel')}
        </Button>
      </div>
    </Form>
  )
}

/** Runs before the editor's own handling. A word processor copies text with its image: the editor handles that. */
function usePictureFiles(editor: Editor, onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    const files = [...(transfer?.files ?? [])]
    if (files.length === 0 || transfer?.getData('text/plain') || !editor.isEditable) return
    event.preventDefault()
    event.stopPropagation()
    onFiles(files)
  })
  useEffect(() => {
    const { dom } = editor.view
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const drop = (event: DragEvent) => {
      const place = editor.view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (place && event.dataTransfer?.files.length) editor.commands.setTextSelection(place.pos)
      take(event, event.dataTransfer)
    }
    dom.addEventListener('paste', paste, { capture: true })
    dom.addEventListener('drop', drop, { capture: true })
    return () => {
      dom.removeEventListener('paste', paste, { capture: true })
      dom.removeEventListener('drop', drop, { capture: true })
    }
  }, [editor])
}
