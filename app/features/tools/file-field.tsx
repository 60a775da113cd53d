import { Button } from '@mantine/core'
import { useId, useRef, useState, type DragEvent } from 'react'
import { toolFileExtensions } from '#shared/tools.ts'
import { useWords } from '#app/session/words.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import styles from './file-field.module.css'

const accepted = toolFileExtensions.map((extension) => `.${extension}`).join(',')

/** One file to draw on: chosen, dropped, and taken out again. What is wrong with it stands below. */
export function FileField(props: {
  file: File | null
  problem: string | null
  onFile: (file: File | null) => void
}) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) props.onFile(file)
    // The same file can be chosen again after it was taken out.
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div>
      <span id={`${id}-label`} className={styles.label}>
        {t('tools.form.file.label')}
      </span>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-invalid={props.problem ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name="file"
          accept={accepted}
          className={styles.input}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={props.problem ? true : undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
        {props.file ? (
          <span className={styles.file}>
            <span className={styles.name}>{props.file.name}</span>
            <span className={styles.size}>{describeSize(props.file.size)}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('tools.form.file.remove', { name: props.file.name })}
              onClick={() => props.onFile(null)}
            >
              <CloseIcon size={16} />
            </button>
          </span>
        ) : (
          <span className={styles.choose}>
            <Button variant="default" size="sm" onClick={() => input.current?.click()}>
              {t('tools.form.file.choose')}
            </Button>
            <span className={styles.hint}>{t('tools.form.file.drop')}</span>
          </span>
        )}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('tools.form.file.hint')}
      </p>
      {props.problem && (
        <p className={styles.error} role="alert">
          {props.problem}
        </p>
      )}
    </div>
  )
}

function describeSize(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
