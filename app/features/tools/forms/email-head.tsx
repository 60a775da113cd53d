import { Button } from '@mantine/core'
import { withTitle } from '#shared/blanks.ts'
import { plainParagraphs } from '#shared/rendered-text.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useHandOver, useShownText } from '../writing/writing-context.ts'
import type { ResultProps } from './tool-definition.ts'
import styles from './email-head.module.css'

/** The head of the e-mail: from whom, to whom, and on into the own mail program. */
export default function EmailHead({ asked }: ResultProps<ToolForms['email']>) {
  const { t } = useTranslation('forms')
  const { shown, content } = useShownText()
  const { copy, handOver } = useHandOver()
  if (!content) return null
  const subject = shown.text.title
  const body = plainParagraphs(content)
  const link = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  return (
    <section className={styles.head} aria-label={t('forms.email.head')}>
      <dl className={styles.facts}>
        {(['sender', 'receiver'] as const).map(
          (name) =>
            asked[name] && (
              <div key={name}>
                <dt>{t(`forms.email.${name}`)}</dt>
                <dd>{asked[name]}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="u-row">
        <Button variant="default" size="sm" onClick={() => copy({ plain: subject }, withTitle(subject, ''))}>
          {t('forms.email.copySubject')}
        </Button>
        <Button variant="default" size="sm" onClick={() => copy({ plain: body })}>
          {t('forms.email.copyBody')}
        </Button>
        <Button
          variant="default"
          size="sm"
          component="a"
          href={link}
          onClick={(event) => {
            event.preventDefault()
            handOver(withTitle(subject, body), () => window.location.assign(link))
          }}
        >
          {t('forms.email.open')}
        </Button>
      </div>
    </section>
  )
}
