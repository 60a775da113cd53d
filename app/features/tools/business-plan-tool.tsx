import { Button } from '@mantine/core'
import { planForms } from '#shared/plan-forms.ts'
import { businessPlanLimits, type OutputLanguage } from '#shared/tools.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { EntryList } from './entry-list.tsx'
import {
  emptyOrder,
  InstructionsField,
  LengthField,
  ResearchField,
  type OrderDraft,
} from './order-fields.tsx'
import { InformationField, LanguageField } from './shared-fields.tsx'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from './tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-form.module.css'

type BusinessPlanDraft = OrderDraft & {
  name: string
  overview: string
  format: string[]
  language: OutputLanguage
  information: string
  research: boolean
}

/** The business plan's form (T07): its items can be filled from a known form, changed, ordered and extended. */
function BusinessPlanFields(props: FieldsProps<BusinessPlanDraft>) {
  const { t, language } = useTranslation('forms')
  const { draft, change, error } = props
  return (
    <>
      <TextField
        name="name"
        label={t('forms.businessPlan.name.label')}
        placeholder={t('forms.businessPlan.name.placeholder')}
        isRequired
        limit={businessPlanLimits.name}
        value={draft.name}
        error={error('name')}
        onChange={(name) => change({ name })}
      />
      <TextAreaField
        name="overview"
        label={t('forms.businessPlan.overview.label')}
        placeholder={t('forms.businessPlan.overview.placeholder')}
        rows={5}
        isRequired
        limit={businessPlanLimits.overview}
        value={draft.overview}
        error={error('overview')}
        onChange={(overview) => change({ overview })}
      />
      <EntryList
        name="format"
        label={t('forms.businessPlan.format.label')}
        hint={t('forms.businessPlan.format.hint')}
        entries={draft.format}
        max={businessPlanLimits.itemsMax}
        error={error('format')}
        empty=""
        onEntries={(format) => change({ format })}
        presets={
          <div className={styles.presets} role="group" aria-label={t('forms.businessPlan.format.fill')}>
            <span className={styles.presetsLabel}>{t('forms.businessPlan.format.fill')}</span>
            {planForms[language].map(({ id, name, items }) => (
              <Button key={id} variant="default" size="sm" onClick={() => change({ format: [...items] })}>
                {name}
              </Button>
            ))}
          </div>
        }
      >
        {(entry, set, index) => (
          <TextField
            name={`format.${index}`}
            label={t('forms.businessPlan.format.item', { number: index + 1 })}
            limit={businessPlanLimits.item}
            value={entry}
            error={error(`format.${index}`)}
            onChange={set}
          />
        )}
      </EntryList>
      <LanguageField {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <LengthField tool="business-plan" itemsCount={draft.format.length} {...props} />
      {props.files}
      <ResearchField {...props} />
    </>
  )
}

export default createToolPage<BusinessPlanDraft>({
  tool: 'business-plan',
  mainField: 'name',
  emptyDraft: (language) => ({
    name: '',
    overview: '',
    format: [''],
    language: language === 'ko' ? 'Korean' : 'English',
    information: '',
    ...emptyOrder,
    research: false,
  }),
  Fields: BusinessPlanFields,
})
