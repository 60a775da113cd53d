import { Button } from '@mantine/core'
import { plainParagraphs } from '#shared/rendered-text.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import { emailLimits } from '#shared/tools.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { emptyOrder, InstructionsField, LengthField } from './order-fields.tsx'
import { ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps, ResultProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useHandOver, useShownText } from '../writing/writing-context.ts'
import styles from './email-tool.module.css'
import formStyles from './tool-form.module.css'

type EmailDraft = ToolForms['email']

/** The e-mail's form (T09). */
function EmailFields(props: FieldsProps<EmailDraft>) {
  const { t } = useTranslation('forms')
  const { form } = props
  return (
    <>
      <TextAreaField
        {...form.field('topic')}
        label={t('forms.email.topic.label')}
        placeholder={t('forms.email.topic.placeholder')}
        rows={2}
        isRequired
        limit={emailLimits.topic}
      />
      <TextAreaField
        {...form.field('strong_points')}
        label={t('forms.email.strongPoints.label')}
        placeholder={t('forms.email.strongPoints.placeholder')}
        rows={4}
        isRequired
        limit={emailLimits.strong_points}
      />
      <TextAreaField
        {...form.field('received')}
        label={t('forms.email.received.label')}
        placeholder={t('forms.email.received.placeholder')}
        hint={t('forms.email.received.hint')}
        rows={3}
        limit={emailLimits.received}
      />
      <div className={formStyles.pair}>
        {(['sender', 'receiver'] as const).map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={t(`forms.email.${name}`)}
            limit={emailLimits[name]}
          />
        ))}
      </div>
      <InstructionsField {...props} />
      <ToneAndLanguage {...props} />
      <LengthField tool="email" {...props} />
    </>
  )
}

/** The head of the e-mail: from whom, to whom, and on into the own mail program. */
function EmailHead({ asked }: ResultProps<EmailDraft>) {
  const { t } = useTranslation('forms')
  const { shown, content } = useShownText()
  const { copy, handOver } = useHandOver()
  if (!content) return null
  const subject = shown.text.title
  const body = plainParagraphs(content)
  // Subjects often begin with a tag such as "[문의]", which is no blank.
  const untagged = subject.replace(/^\[[^\]]*\]/, '')
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
      <div className={styles.actions}>
        <Button variant="default" size="sm" onClick={() => copy({ plain: subject }, untagged)}>
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
            handOver(`${untagged}\n\n${body}`, () => window.location.assign(link))
          }}
        >
          {t('forms.email.open')}
        </Button>
      </div>
    </section>
  )
}

export default createToolPage<EmailDraft>({
  tool: 'email',
  mainField: 'topic',
  empty: {
    topic: '',
    strong_points: '',
    received: '',
    sender: '',
    receiver: '',
    tone: 'formal',
    ...emptyOrder,
  },
  Fields: EmailFields,
  Result: EmailHead,
})
