import type { ToolForms } from '#shared/tools-form.ts'
import { documentLimits } from '#shared/tools.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { emptyOrder, InstructionsField, LengthField, ResearchField } from './order-fields.tsx'
import { InformationField, LanguageField, TargetField } from './shared-fields.tsx'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'

type DocumentDraft = ToolForms['document']

/** The document's form (T06): no tone, up to ten files. */
function DocumentFields(props: FieldsProps<DocumentDraft>) {
  const { t } = useTranslation('forms')
  const { form, files } = props
  return (
    <>
      <TextField
        {...form.field('topic')}
        label={t('forms.document.topic.label')}
        placeholder={t('forms.document.topic.placeholder')}
        isRequired
        limit={documentLimits.topic}
      />
      <TextAreaField
        {...form.field('purpose')}
        label={t('forms.document.purpose.label')}
        placeholder={t('forms.document.purpose.placeholder')}
        rows={2}
        isRequired
        limit={documentLimits.purpose}
      />
      <LanguageField {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} placeholder={t('forms.document.target.placeholder')} />
      <LengthField tool="document" {...props} />
      {files}
      <ResearchField {...props} />
    </>
  )
}

export default createToolPage<DocumentDraft>({
  tool: 'document',
  mainField: 'topic',
  empty: {
    topic: '',
    purpose: '',
    information: '',
    target: '',
    ...emptyOrder,
    research: false,
  },
  Fields: DocumentFields,
})
