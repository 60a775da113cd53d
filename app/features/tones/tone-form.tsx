import { Button } from '@mantine/core'
import type { AppError } from '#shared/errors.ts'
import { estimateTone, postsMin } from '#shared/tones.ts'
import type { PostProblem } from '#shared/tones-posts.ts'
import { availableTokens } from '#shared/usage.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { Form } from '#app/ui/form.tsx'
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
  const { t } = useTranslation('tones', 'errors')
  const usage = useUsage()
  const model = useRootData()?.toolModel ?? 'demo'
  const describe = ({ code, count = 0 }: PostProblem) => t(`errors.${code}`, { count })
  const form = useForm({ urls: padded(props.first) }, async ({ urls }) => {
    const found = await findProblems(urls)
    const problems = Object.entries(found).map(([field, problem]) => [rowOf(field, urls), describe(problem)])
    return checked(Object.fromEntries(problems), () => filledOf(urls))
  })
  const { urls } = form.values
  const { refusal } = props

  const send = async (request: string[]) => {
    const error = await props.onSubmit(request)
    if (error?.field) {
      const { count = 0 } = error.detail ?? {}
      form.refuse({ [rowOf(error.field, urls)]: describe({ code: error.code, count }) })
    }
  }

  return (
    <Form className="u-stack4" isBusy={props.isBusy} onSubmit={form.submit(send)} label={props.title}>
      <PostFields
        title={props.title}
        focusFirst={props.onCancel !== null}
        form={form}
        isDisabled={props.isBusy}
      />
      <p className="u-note">{t('tones.form.own')}</p>
      {refusal && !refusal.field && !isBlockingError(refusal) && (
        <p className="u-problem" role="alert">
          {t(`errors.${refusal.code}`, { count: refusal.detail?.count ?? 0 })}
        </p>
      )}
      <div className="u-middle-row">
        <Button type="submit" variant="filled" loading={props.isBusy}>
          {t('tones.form.submit', {
            tokens: estimateTone(Math.max(filledOf(urls).length, postsMin), model).expected,
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

/** Empty lines are skipped. */
const filledOf = (urls: readonly string[]): string[] =>
  urls.map((url) => url.trim()).filter((url) => url !== '')

async function findProblems(urls: readonly string[]): Promise<Record<string, PostProblem>> {
  const { findPostProblems } = await whenOnline(() => import('#shared/tones-posts.ts'))
  return findPostProblems(filledOf(urls))
}

/** `urls.1` of the request is the second non-empty line: its error appears there. */
function rowOf(field: string, urls: readonly string[]): string {
  const index = /^urls\.(\d+)$/.exec(field)?.[1]
  if (index === undefined) return field
  const rows = urls.flatMap((url, row) => (url.trim() === '' ? [] : [row]))
  return `urls.${rows[Number(index)] ?? 0}`
}
