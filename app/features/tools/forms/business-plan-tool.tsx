import { Button } from '@mantine/core'
import { planForms } from '#shared/plan-forms.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import { businessPlanLimits } from '#shared/tools.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { EntryList } from './entry-list.tsx'
import { emptyOrder, InstructionsField, LengthField, ResearchField } from './order-fields.tsx'
import { InformationField, LanguageField } from './shared-fields.tsx'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-form.module.css'

type BusinessPlanDraft = ToolForms['business-plan']

/** The business plan's form (T07): its items can be filled from a known form, changed, ordered and extended. */
function BusinessPlanFields(props: FieldsProps<BusinessPlanDraft>) {
  const { t, language } = useTranslation('forms')
  const { form, files } = props
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('forms.businessPlan.name.label')}
        placeholder={t('forms.businessPlan.name.placeholder')}
        isRequired
        limit={businessPlanLimits.name}
      />
      <TextAreaField
        {...form.field('overview')}
        label={t('forms.businessPlan.overview.label')}
        placeholder={t('forms.businessPlan.overview.placeholder')}
        rows={5}
        isRequired
        limit={businessPlanLimits.overview}
      />
      <EntryList
        {...form.field('format')}
        label={t('forms.businessPlan.format.label')}
        hint={t('forms.businessPlan.format.hint')}
        max={businessPlanLimits.itemsMax}
        empty=""
        presets={
          <div className="u-row" role="group" aria-label={t('forms.businessPlan.format.fill')}>
            <span className={styles.presetsLabel}>{t('forms.businessPlan.format.fill')}</span>
            {planForms[language].map(({ id, name, items }) => (
              <Button
                key={id}
                variant="default"
                size="sm"
                onClick={() => form.change({ format: [...items] })}
              >
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
            error={form.problemOf(`format.${index}`)}
            onChange={set}
          />
        )}
      </EntryList>
      <LanguageField {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <LengthField tool="business-plan" itemsCount={form.values.format.length} {...props} />
      {files}
      <ResearchField {...props} />
    </>
  )
}

export default createToolPage<BusinessPlanDraft>({
  tool: 'business-plan',
  mainField: 'name',
  empty: {
    name: '',
    overview: '',
    format: [''],
    information: '',
    ...emptyOrder,
    research: false,
  },
  Fields: BusinessPlanFields,
})
