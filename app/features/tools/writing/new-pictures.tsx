import { Button } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PictureFields } from '../forms/picture-fields.tsx'
import { isTooLong, picturesMax, type NewPicture, type useNewPictures } from './use-new-pictures.ts'
import styles from '../editing/edit-commands.module.css'

/** The form of chosen images: each with its preview and its words. One that fails is named, and the others stay. */
export function NewPictures(props: { pictures: ReturnType<typeof useNewPictures>; onClose: () => void }) {
  const { t } = useTranslation('writing', 'editor')
  const { items, hasMore, share, change, send } = props.pictures
  const [isChecked, setIsChecked] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const progressId = useId()
  const opened = items.filter(({ media }) => media !== null)
  const canWrite = opened.length > 0
  useEffect(() => {
    if (canWrite) panel.current?.querySelector('input')?.focus()
  }, [canWrite])
  const submit = async () => {
    setIsChecked(true)
    if (opened.some(isTooLong)) return
    if (!(await send())) panel.current?.focus()
  }
  return (
    <section ref={panel} className={styles.offer} tabIndex={-1} aria-label={t('editor.picture.label')}>
      {hasMore && <p className="u-note">{t('editor.picture.max', { count: picturesMax })}</p>}
      {items.map((item) => (
        <Problem key={item.id} item={item} videoMaxBytes={props.pictures.videoMaxBytes} />
      ))}
      <Form
        className={styles.instruction}
        label={t('editor.picture.label')}
        isBusy={share !== null}
        onSubmit={() => void submit()}
      >
        {opened.map((item) => (
          <div key={item.id} className={styles.newPicture} role="group" aria-label={item.file.name}>
            <Preview item={item} />
            <PictureFields words={item} isChecked={isChecked} onChange={(words) => change(item.id, words)} />
          </div>
        ))}
        {share !== null && (
          <p className={`u-middle-row ${styles.sending}`}>
            <progress id={progressId} max={1} value={share} />
            <label htmlFor={progressId}>
              {t('editor.picture.sending', { percent: Math.round(share * 100) })}
            </label>
          </p>
        )}
        <div className="u-row">
          {canWrite && (
            <Button type="submit" variant="filled" size="sm" loading={share !== null}>
              {opened.length > 1
                ? t('editor.picture.insertMany', { count: opened.length })
                : t('editor.picture.insert')}
            </Button>
          )}
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.picture.cancel')}
          </Button>
        </div>
      </Form>
    </section>
  )
}

function Problem({ item, videoMaxBytes }: { item: NewPicture; videoMaxBytes: number }) {
  const { t } = useTranslation('writing', 'editor', 'errors')
  if (!item.problem) return null
  return (
    <p className={styles.error} role="alert">
      {item.file.name}: {t(`errors.${item.problem}`)}
      {item.problem === 'video_too_large' &&
        ` ${t('editor.picture.videoMax', { count: Math.floor(videoMaxBytes / 1024 ** 2) })}`}
    </p>
  )
}

function Preview({ item: { media } }: { item: NewPicture }) {
  const { t } = useTranslation('writing', 'editor')
  const file = media?.file
  const preview = useMemo(() => (file ? URL.createObjectURL(file) : ''), [file])
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])
  const shown = { className: styles.chosen, src: preview }
  if (media?.kind === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video {...shown} controls aria-label={t('editor.picture.preview')} />
    )
  return <img {...shown} alt={t('editor.picture.preview')} />
}
