import { Button } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plainDescription } from '#shared/pictures.ts'
import { plainCaption } from '#shared/write-picture.ts'
import { uploadKinds } from '#shared/uploads.ts'
import { describePicture, selectedPicture } from '#app/ui/editor/picture-place.ts'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { NewPictures } from '../writing/new-pictures.tsx'
import { PictureFields } from '../forms/picture-fields.tsx'
import { isTooLong, useNewPictures, type PictureWords } from '../writing/use-new-pictures.ts'
import { useReadOnlyWhile } from '../writing/use-read-only-while.ts'
import styles from './edit-commands.module.css'

const accepted = [...uploadKinds.image.extensions, ...uploadKinds.video.extensions]
  .map((extension) => `.${extension}`)
  .join(',')

/** Images of a text: chosen, pasted or dropped, described, and inserted at the cursor; their words can be changed. */
export default function EditPictures({ editor, askCount }: { editor: Editor; askCount: number }) {
  const { t } = useTranslation('writing', 'editor')
  const input = useRef<HTMLInputElement>(null)
  const pictures = useNewPictures(editor)
  const isAdding = pictures.items.length > 0
  const [described, setDescribed] = useState<(PictureWords & { at: number }) | null>(null)
  const selected = useEditorState({ editor, selector: ({ editor: now }) => selectedPicture(now) })
  useReadOnlyWhile(editor, isAdding || described !== null)
  usePictureFiles(editor, pictures.add)
  useEffect(() => {
    if (askCount > 0) input.current?.click()
  }, [askCount])
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
        multiple
        hidden
        aria-label={t('editor.picture.label')}
        onChange={(event) => {
          pictures.add([...(event.currentTarget.files ?? [])])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {isAdding && (
        <NewPictures
          pictures={pictures}
          onClose={() => {
            pictures.close()
            release()
          }}
        />
      )}
      {!isAdding && described && (
        <DescriptionForm
          words={described}
          onSubmit={(words) => {
            editor.setEditable(true, false)
            describePicture(editor, described.at, words)
            setDescribed(null)
          }}
          onClose={() => {
            setDescribed(null)
            release()
          }}
        />
      )}
      {!isAdding && !described && selected && (
        <div className="u-middle-row u-mt4">
          <Button variant="default" size="sm" onClick={() => setDescribed(selected)}>
            {t('editor.picture.edit')}
          </Button>
          <span className="u-note">{selected.alt}</span>
        </div>
      )}
    </>
  )
}

function DescriptionForm(props: {
  words: PictureWords
  onSubmit: (words: PictureWords) => void
  onClose: () => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const [words, setWords] = useState(props.words)
  const [isChecked, setIsChecked] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  return (
    <section ref={panel} className={styles.offer} aria-label={t('editor.picture.edit')}>
      <Form
        className={styles.instruction}
        label={t('editor.picture.edit')}
        onSubmit={() => {
          setIsChecked(true)
          if (isTooLong(words)) return
          props.onSubmit({ alt: plainDescription(words.alt), caption: plainCaption(words.caption) })
        }}
      >
        <PictureFields
          words={words}
          isChecked={isChecked}
          onChange={(changed) => setWords((now) => ({ ...now, ...changed }))}
        />
        <div className="u-row">
          <Button type="submit" variant="filled" size="sm">
            {t('editor.picture.save')}
          </Button>
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.picture.cancel')}
          </Button>
        </div>
      </Form>
    </section>
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
