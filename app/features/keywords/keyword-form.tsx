import { Button } from '@mantine/core'
import { Form } from '#app/ui/form.tsx'
import { KeywordField } from './keyword-field.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './keyword-form.module.css'

/** The keyword and what looking at it costs. */
export function KeywordForm(props: {
  keyword: string
  onChange: (keyword: string) => void
  problem: string | undefined
  isBusy: boolean
  /** In tokens; null without a price. */
  price: number | null
  isUnlimited: boolean
  isMember: boolean
  onSubmit: (form: HTMLFormElement) => unknown
  /** The trend alone, which costs nothing. */
  onTrend: (form: HTMLFormElement) => unknown
}) {
  const { t } = useTranslation('keywords')
  return (
    <Form onSubmit={props.onSubmit} isBusy={props.isBusy} className={styles.form} label={t('keywords.title')}>
      <KeywordField
        value={props.keyword}
        onChange={props.onChange}
        hint={t(props.isUnlimited ? 'keywords.form.hintUnlimited' : 'keywords.form.hint')}
        problem={props.problem}
        isMember={props.isMember}
      />
      <Button type="submit" variant="filled" loading={props.isBusy} className={styles.submit}>
        {describe()}
      </Button>
      <p className={`u-actions ${styles.trend}`}>
        <Button
          variant="default"
          disabled={props.isBusy}
          onClick={(event) => event.currentTarget.form && void props.onTrend(event.currentTarget.form)}
        >
          {t('keywords.trend.alone')}
        </Button>
        {!props.isMember && <span className={styles.note}>{t('keywords.trend.signIn')}</span>}
      </p>
    </Form>
  )

  function describe(): string {
    if (!props.isMember) return t('keywords.form.signIn')
    if (props.price === null) return t('keywords.form.submitFree')
    if (props.price === 0) return t('keywords.form.submitOpen')
    return t('keywords.form.submit', { tokens: props.price })
  }
}
