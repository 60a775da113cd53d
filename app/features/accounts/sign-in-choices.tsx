import { Form, Link, useNavigation } from 'react-router'
import { useRootData } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { InAppNotice } from './in-app-notice.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in-choices.module.css'

/**
 * The sign-in buttons, with all required notices.
 * @param props.action the path of the sign-in page, when another page shows the buttons
 * @param props.inAppPath the path to open in another browser, when it is not the current page
 */
export function SignInChoices(props: {
  action?: string
  isInApp: boolean
  inAppPath?: string | null
  isFailed?: boolean
}) {
  const { t } = useTranslation('accounts')
  const facts = useRootData()
  const navigation = useNavigation()
  const pending = navigation.formData?.get('provider')
  return (
    <>
      {props.isInApp && <InAppNotice path={props.inAppPath ?? null} />}
      <Form method="post" {...(props.action ? { action: props.action } : {})}>
        <ProviderButtons pending={typeof pending === 'string' ? pending : null} />
      </Form>
      {props.isFailed && (
        <p className="u-problem" role="alert">
          {t('accounts.in.failed')}
        </p>
      )}
      {facts?.isDevelopmentSignIn && <p className={styles.note}>{t('accounts.in.development')}</p>}
      <Consent />
    </>
  )
}

function Consent() {
  const { language, t } = useTranslation('accounts')
  return (
    <p className="u-caption">
      {t('accounts.in.consentBefore')}
      <Link to={`/${language}/terms/use`}>{t('site.footer.terms')}</Link>
      {t('accounts.in.consentBetween')}
      <Link to={`/${language}/terms/privacy`}>{t('site.footer.privacy')}</Link>
      {t('accounts.in.consentAfter')}
    </p>
  )
}
