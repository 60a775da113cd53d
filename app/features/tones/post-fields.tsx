import { Button } from '@mantine/core'
import { useEffect, useId, useRef, type ClipboardEvent } from 'react'
import { postsMax, postsMin } from '#shared/tones.ts'
import type { FormFields } from '#app/session/use-form.ts'
import { TextField } from '#app/ui/fields.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useTranslation } from '#app/session/words.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './tone-form.module.css'

/** A line for each address, three at least. Several addresses pasted together get a line each. */
export function PostFields(props: {
  title: string
  focusFirst: boolean
  form: FormFields<{ urls: string[] }>
  isDisabled: boolean
}) {
  const { t } = useTranslation('tones')
  const hintId = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const { focusFirst, form } = props
  useEffect(() => {
    if (focusFirst) fieldset.current?.querySelector('input')?.focus()
  }, [focusFirst])
  const { urls } = form.values
  const setUrls = (next: string[]) => form.change({ urls: next })
  const firstEmpty = urls.findIndex((url) => url.trim() === '')
  const problemOf = (index: number) =>
    form.problemOf(`urls.${index}`) ?? (index === firstEmpty ? form.problemOf('urls') : undefined)
  const spread = (event: ClipboardEvent, index: number) => {
    const pasted = event.clipboardData
      .getData('text')
      .split(/\s+/)
      .filter((word) => /^https?:/i.test(word))
    if (pasted.length < 2) return
    event.preventDefault()
    const others = urls.toSpliced(index, 1).filter((url) => url.trim() !== '' && !pasted.includes(url))
    setUrls(padded([...others, ...pasted].slice(0, postsMax)))
  }
  return (
    <fieldset
      ref={fieldset}
      className="u-bare-fieldset"
      aria-describedby={hintId}
      disabled={props.isDisabled}
    >
      <legend className={styles.legend}>{props.title}</legend>
      <p id={hintId} className="u-note">
        {t('tones.form.hint', { min: postsMin, max: postsMax })}
      </p>
      <ol className={styles.list}>
        {urls.map((url, index) => (
          // Lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.post}>
            <TextField
              name={`urls.${index}`}
              type="url"
              label={t('tones.form.post', { number: index + 1 })}
              placeholder={index === 0 ? t('tones.form.placeholder') : ''}
              value={url}
              isRequired={index < postsMin}
              error={problemOf(index)}
              inputProps={{ onPaste: (event) => spread(event, index), autoComplete: 'off' }}
              onChange={(value) => setUrls(urls.with(index, value))}
            />
            {urls.length > postsMin && (
              <button
                type="button"
                className={`${iconButton.button} ${styles.remove}`}
                aria-label={t('tones.form.remove', { number: index + 1 })}
                onClick={() => setUrls(urls.toSpliced(index, 1))}
              >
                <CloseIcon size={16} />
              </button>
            )}
          </li>
        ))}
      </ol>
      {urls.length < postsMax && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.add ?? ''}
          onClick={() => setUrls([...urls, ''])}
        >
          {t('tones.form.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** At least the lines that have to be filled. */
export const padded = (urls: readonly string[]): string[] => [
  ...urls,
  ...Array.from({ length: Math.max(0, postsMin - urls.length) }, () => ''),
]
