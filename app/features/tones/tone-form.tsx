import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { AppError } from '#shared/errors.ts'
import { estimateTone, postsMin } from '#shared/tones.ts'
import type { PostProblem } from '#shared/tones-posts.ts'
import { availableTokens } from '#shared/usage.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { padded, PostFields } from './post-fields.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-form.module.css'

/** The posts to learn from, and the price. The input stays, whatever the answer. */
export function ToneForm(props: {
  title: string
  /** Those of the last time. */
  first: readonly string[]
  isBusy: boolean
  refusal: AppError | null
  onSubmit: (urls: string[]) => Promise<AppError | null>
  /** For a form opened on request, which then takes the focus. */
  onCancel: (() => void) | null
}) {
  const { t } = useTranslation('tones')
  const usage = useUsage()
  const model = useRootData()?.toolModel ?? 'demo'
  const [urls, setUrls] = useState(() => padded(props.first))
  const [problems, setProblems] = useState<Record<string, PostProblem>>({})
  const filled = urls.filter((url) => url.trim() !== '')
  const { refusal } = props

  const change = (next: string[]) => {
    setUrls(next)
    if (Object.keys(problems).length > 0) void lookAgain(next)
  }
  /** An invalid line is validated again at each change, the others only at the next submit. */
  const lookAgain = async (next: string[]) => {
    const now = await problemsOf(next)
    setProblems((before) =>
      Object.fromEntries(Object.keys(before).flatMap((field) => (now[field] ? [[field, now[field]]] : []))),
    )
  }
  const submit = async (form: HTMLFormElement) => {
    const found = await problemsOf(urls)
    // Renders before focus moves to the first invalid field.
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0) return focusFirstError(form)
    const error = await props.onSubmit(filled.map((url) => url.trim()))
    if (!error?.field) return
    const { count } = error.detail ?? {}
    flushSync(() =>
      setProblems({
        [rowOf(error.field!, urls)]: { code: error.code, ...(count === undefined ? {} : { count }) },
      }),
    )
    focusFirstError(form)
  }

  return (
    <Form className={styles.form} isBusy={props.isBusy} onSubmit={submit} label={props.title}>
      <PostFields
        title={props.title}
        focusFirst={props.onCancel !== null}
        urls={urls}
        problems={problems}
        isDisabled={props.isBusy}
        onUrls={change}
      />
      <p className={styles.hint}>{t('tones.form.own')}</p>
      {refusal && !refusal.field && !isBlockingError(refusal) && (
        <p className={styles.error} role="alert">
          {t(`errors.${refusal.code}`, { count: refusal.detail?.count ?? 0 })}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={props.isBusy}>
          {t('tones.form.submit', {
            tokens: estimateTone(Math.max(filled.length, postsMin), model).expected,
          })}
        </Button>
        {props.onCancel && (
          <Button variant="subtle" onClick={props.onCancel}>
            {t('tones.form.cancel')}
          </Button>
        )}
        {usage && <p className={styles.left}>{t('tools.form.left', { tokens: availableTokens(usage) })}</p>}
      </div>
    </Form>
  )
}

/** Empty lines are skipped; the others retain their positions, so that each error appears at its line. */
async function problemsOf(urls: readonly string[]): Promise<Record<string, PostProblem>> {
  const { findPostProblems } = await whenOnline(() => import('#shared/tones-posts.ts'))
  const rows = urls.flatMap((url, index) => (url.trim() === '' ? [] : [index]))
  const found = findPostProblems(rows.map((row) => urls[row]!.trim()))
  return Object.fromEntries(Object.entries(found).map(([field, problem]) => [rowOf(field, urls), problem]))
}

/** `urls.1` of the request is the second non-empty line. */
function rowOf(field: string, urls: readonly string[]): string {
  const index = /^urls\.(\d+)$/.exec(field)?.[1]
  if (index === undefined) return field
  const rows = urls.flatMap((url, row) => (url.trim() === '' ? [] : [row]))
  return `urls.${rows[Number(index)] ?? 0}`
}
