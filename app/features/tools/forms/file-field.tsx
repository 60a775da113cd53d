import { Button } from '@mantine/core'
import { memo, useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import type { SourceSizes } from '#shared/tool-prices.ts'
import { toolFileExtensions } from '#shared/tools.ts'
import { type Translate, useTranslation } from '#app/session/words.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import type { ToolFileItem, ToolFiles } from './use-tool-files.ts'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './file-field.module.css'

const accepted = toolFileExtensions.map((extension) => `.${extension}`).join(',')

type FileFieldProps = { files: ToolFiles; problem: string | null }

/** Source files: chosen, dropped or pasted, uploaded, and removed. An error appears at its file. */
export const FileField = memo(function FileField({ files, problem }: FileFieldProps) {
  const { t } = useTranslation('errors')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const take = (list: FileList | null | undefined) => {
    if (list && list.length > 0) files.add([...list])
    // The same file can be chosen again after its removal.
    if (input.current) input.current.value = ''
  }
  usePastedFiles(take)
  const takeFirst = useEffectEvent(() => take(input.current?.files))
  // Takes the files chosen before hydration.
  useEffect(() => takeFirst(), [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  const general =
    problem ?? (files.isOneTooMany ? t('errors.too_many_files', { count: files.countMax }) : null)
  const isInvalid = general !== null || files.items.some(({ state }) => state.kind === 'failed')
  return (
    <div>
      <span id={`${id}-label`} className={styles.label}>
        {t('tools.form.file.label')}
      </span>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-invalid={isInvalid || undefined}
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
          multiple={files.countMax > 1}
          accept={accepted}
          className={styles.input}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={isInvalid || undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
        {files.items.length > 0 && (
          <ul className="u-bare-list" aria-label={t('tools.form.file.list')}>
            {files.items.map((item) => (
              <FileLine key={item.key} item={item} onRemove={() => files.remove(item.key)} />
            ))}
          </ul>
        )}
        {files.items.length < files.countMax && (
          <span className={styles.choose}>
            <Button variant="default" size="sm" onClick={() => input.current?.click()}>
              {t('tools.form.file.choose')}
            </Button>
            <span className={styles.hint}>{t('tools.form.file.drop')}</span>
          </span>
        )}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('tools.form.file.hint', { count: files.countMax })}
      </p>
      {general && (
        <p className={styles.error} role="alert">
          {general}
        </p>
      )}
    </div>
  )
})

function FileLine({ item, onRemove }: { item: ToolFileItem; onRemove: () => void }) {
  const { t } = useTranslation('errors')
  const { name, size, state } = item
  return (
    <li className={styles.line}>
      <span className={styles.file}>
        <span className="u-ellipsis u-fill">{name}</span>
        {size !== null && <span className={styles.size}>{describeSize(size)}</span>}
        <span className={styles.size} role="status">
          {state.kind === 'sending' &&
            t('tools.form.file.sending', { percent: Math.round(state.share * 100) })}
          {state.kind === 'reading' && t('tools.form.file.reading')}
          {state.kind === 'ready' && describeContent(state.size, t)}
        </span>
        <button
          type="button"
          className={`${iconButton.button} ${styles.remove}`}
          aria-label={t(state.kind === 'sending' ? 'tools.form.file.cancel' : 'tools.form.file.remove', {
            name,
          })}
          onClick={onRemove}
        >
          <CloseIcon size={16} />
        </button>
      </span>
      {state.kind === 'failed' && (
        <p className={styles.error} role="alert">
          {t(`errors.${state.code}`)}
        </p>
      )}
    </li>
  )
}

/** An image pasted anywhere on the page except into the text itself. */
function usePastedFiles(take: (list: FileList) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const list = event.clipboardData?.files
    if (!list?.length || (event.target as Element | null)?.closest?.('.ProseMirror')) return
    event.preventDefault()
    take(list)
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

/** The extracted content of a file, as far as it is known. */
function describeContent(size: SourceSizes[number], t: Translate): string {
  if (size === null) return t('tools.form.file.ready')
  if (typeof size === 'number') return t('tools.form.file.characters', { count: size })
  return size.pages === 1 ? t('tools.form.file.picture') : t('tools.form.file.pages', { count: size.pages })
}

function describeSize(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
