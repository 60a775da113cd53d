import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { consentKinds, requiredConsents, type ConsentKind } from '#shared/consents.ts'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './consent-form.module.css'

const isRequired = (kind: ConsentKind): boolean => (requiredConsents as readonly string[]).includes(kind)
/** The text that a consent is about. */
const paths: Partial<Record<ConsentKind, string>> = { terms: '/terms/use', privacy: '/terms/privacy' }

/** One box for each consent, none ticked before, and one that ticks all. The form requires the required ones. */
export function ConsentForm(props: {
  action: string
  isBusy: boolean
  problem: string | null
  /** The member's earlier choice. */
  wantsNews?: boolean
  onAgree: (given: { news: boolean }) => void
}) {
  const { t } = useTranslation('consents')
  const [ticked, setTicked] = useState<ReadonlySet<ConsentKind>>(new Set(props.wantsNews ? ['news'] : []))
  const [isShown, setIsShown] = useState(false)
  const lacks = requiredConsents.some((kind) => !ticked.has(kind))
  const tick = (kind: ConsentKind, isTicked: boolean) =>
    setTicked((now) => new Set(consentKinds.filter((one) => (one === kind ? isTicked : now.has(one)))))

  function submit(form: HTMLFormElement) {
    setIsShown(true)
    if (lacks) focusFirstError(form)
    else props.onAgree({ news: ticked.has('news') })
  }

  return (
    <Form isBusy={props.isBusy} label={t('consents.title')} className={styles.form} onSubmit={submit}>
      <label className={styles.all}>
        <input
          type="checkbox"
          className="u-tick"
          name="all"
          checked={ticked.size === consentKinds.length}
          onChange={({ currentTarget }) => setTicked(new Set(currentTarget.checked ? consentKinds : []))}
        />
        <span>
          {t('consents.all')}
          <small>{t('consents.allHint')}</small>
        </span>
      </label>
      <ul className={styles.list}>
        {consentKinds.map((kind) => (
          <ConsentLine
            key={kind}
            kind={kind}
            isTicked={ticked.has(kind)}
            isMissing={isShown && isRequired(kind) && !ticked.has(kind)}
            onTick={(isTicked) => tick(kind, isTicked)}
          />
        ))}
      </ul>
      {((isShown && lacks) || props.problem) && (
        <p className="u-problem" role="alert">
          {isShown && lacks ? t('consents.missing') : props.problem}
        </p>
      )}
      <Button type="submit" fullWidth loading={props.isBusy}>
        {props.action}
      </Button>
    </Form>
  )
}

function ConsentLine(props: {
  kind: ConsentKind
  isTicked: boolean
  isMissing: boolean
  onTick: (isTicked: boolean) => void
}) {
  const { kind } = props
  const { t, language } = useTranslation('consents')
  const path = paths[kind]
  return (
    <li className={styles.line}>
      <label className={styles.label}>
        <input
          type="checkbox"
          className="u-tick"
          name={kind}
          checked={props.isTicked}
          aria-invalid={props.isMissing || undefined}
          onChange={({ currentTarget }) => props.onTick(currentTarget.checked)}
        />
        <span>
          <b data-required={isRequired(kind) || undefined}>
            {t(isRequired(kind) ? 'consents.required' : 'consents.optional')}
          </b>{' '}
          {t(`consents.${kind}`)}
          {kind === 'privacy' && <small>{t('consents.privacyText')}</small>}
          {kind === 'news' && <small>{t('consents.newsText')}</small>}
        </span>
      </label>
      {path && (
        <Link
          to={`/${language}${path}`}
          target="_blank"
          className={styles.view}
          aria-label={t(`consents.view.${kind as 'terms' | 'privacy'}`)}
        >
          {t('consents.view.short')}
        </Link>
      )}
    </li>
  )
}
