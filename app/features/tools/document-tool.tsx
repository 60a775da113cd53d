import { documentLimits, type OutputLanguage } from '#shared/tools.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import {
  emptyOrder,
  InstructionsField,
  LengthField,
  ResearchField,
  type OrderDraft,
} from './order-fields.tsx'
import { InformationField, LanguageField, TargetField } from './shared-fields.tsx'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from './tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'

type DocumentDraft = OrderDraft & {
  topic: string
  purpose: string
  language: OutputLanguage
  information: string
  target: string
  research: boolean
}

/** The document's form (T06): no tone, up to ten files. */
function DocumentFields(props: FieldsProps<DocumentDraft>) {
  const { t } = useTranslation('forms')
  const { draft, change, error } = props
  return (
    <>
      <TextField
        name="topic"
        label={t('forms.document.topic.label')}
        placeholder={t('forms.document.topic.placeholder')}
        isRequired
        limit={documentLimits.topic}
        value={draft.topic}
        error={error('topic')}
        onChange={(topic) => change({ topic })}
      />
      <TextAreaField
        name="purpose"
        label={t('forms.document.purpose.label')}
        placeholder={t('forms.document.purpose.placeholder')}
        rows={2}
        isRequired
        limit={documentLimits.purpose}
        value={draft.purpose}
        error={error('purpose')}
        onChange={(purpose) => change({ purpose })}
      />
      <LanguageField {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} placeholder={t('forms.document.target.placeholder')} />
      <LengthField tool="document" {...props} />
      {props.files}
      <ResearchField {...props} />
    </>
  )
}

export default createToolPage<DocumentDraft>({
  tool: 'document',
  mainField: 'topic',
  emptyDraft: (language) => ({
    topic: '',
    purpose: '',
    language: language === 'ko' ? 'Korean' : 'English',
    information: '',
    target: '',
    ...emptyOrder,
    research: false,
  }),
  Fields: DocumentFields,
})
