import { Button } from '@mantine/core'
import { keywordLimits } from '#shared/keywords.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useKeywordsWords } from './keywords-words.ts'
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
  onSubmit: (form: HTMLFormElement) => void
  /** The trend alone, which costs nothing. */
  onTrend: (form: HTMLFormElement) => void
}) {
  const { t } = useKeywordsWords()
  return (
    <Form onSubmit={props.onSubmit} isBusy={props.isBusy} className={styles.form} label={t('keywords.title')}>
      <TextField
        name="keyword"
        type="search"
        label={t('keywords.form.label')}
        hint={t(props.isUnlimited ? 'keywords.form.hintUnlimited' : 'keywords.form.hint')}
        placeholder={t('keywords.form.placeholder')}
        value={props.keyword}
        onChange={props.onChange}
        error={props.problem}
        limit={keywordLimits.maxLength}
        isRequired
      />
      <Button type="submit" variant="filled" loading={props.isBusy} className={styles.submit}>
        {describe()}
      </Button>
      <p className={styles.trend}>
        <Button
          variant="default"
          disabled={props.isBusy}
          onClick={(event) => event.currentTarget.form && props.onTrend(event.currentTarget.form)}
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
