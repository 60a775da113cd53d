import type { ToolForms } from '#shared/tools-form.ts'
import { emailLimits } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { emptyOrder, InstructionsField, LengthField } from './order-fields.tsx'
import { ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps, ResultProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'

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
      <div className="u-pair">
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

/** Only for texts: a visitor first sees the form. */
const EmailHead = lazyWithRetry<ResultProps<EmailDraft>>(() => import('./email-head.tsx'))

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
