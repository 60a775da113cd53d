import { languages } from '#shared/language.ts'
import { modelLabels } from '#shared/model-labels.ts'
import {
  type PromptModelName,
  listSubCategories,
  promptCategories,
  promptLimits,
  promptModels,
  type PromptCategory,
} from '#shared/prompts.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { FormFields } from '#app/session/use-form.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { PromptDraft } from './prompt-draft.ts'
import { PromptTextField } from './prompt-text-field.tsx'
import type { CategoryLabels } from './prompts-data.ts'
import styles from './edit-page.module.css'

type Props = { form: FormFields<PromptDraft>; labels: CategoryLabels }

/** The fields of a prompt: its description and its text (P14). */
export function PromptFields({ form, labels }: Props) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  return (
    <>
      <TextField
        {...form.field('title')}
        label={t('authoring.field.title')}
        placeholder={t('authoring.field.titlePlaceholder')}
        isRequired
        limit={promptLimits.title}
      />
      <TextAreaField
        {...form.field('description')}
        label={t('authoring.field.description')}
        placeholder={t('authoring.field.descriptionPlaceholder')}
        isRequired
        limit={promptLimits.description}
      />
      <CategoryFields draft={form.values} labels={labels} error={form.problemOf} change={form.change} />
      <div className={styles.choices}>
        <ChoiceField
          {...form.field('model')}
          label={t('authoring.field.model')}
          options={(Object.keys(promptModels) as PromptModelName[]).map((value) => ({
            value,
            label: modelLabels[value],
          }))}
        />
        <ChoiceField
          {...form.field('language')}
          label={t('authoring.field.language')}
          options={languages.map((value) => ({ value, label: t(`prompts.language.${value}`) }))}
        />
      </div>
      <PromptTextField {...form.field('prompt')} />
      <TextAreaField
        {...form.field('sample_result')}
        label={t('authoring.field.sample')}
        hint={t('authoring.field.sampleHint')}
        rows={5}
        limit={promptLimits.sample_result}
      />
    </>
  )
}

/** Main category, then its sub-categories. */
export function CategoryFields({
  draft,
  labels,
  change,
  error,
}: {
  draft: Pick<PromptDraft, 'main' | 'sub'>
  labels: CategoryLabels
  change: (changes: Pick<PromptDraft, 'sub'> & { main?: string }) => void
  error: (field: 'main' | 'sub') => string | undefined
}) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const mains = Object.keys(promptCategories) as PromptCategory[]
  const subs = draft.main ? listSubCategories(draft.main as PromptCategory) : []
  return (
    <div className={styles.pair}>
      <SelectField
        name="main"
        label={t('authoring.field.main')}
        isRequired
        value={draft.main}
        error={error('main')}
        options={[
          { value: '', label: t('authoring.field.mainEmpty') },
          ...mains.map((code) => ({ value: code, label: labels[code] ?? code })),
        ]}
        onChange={(main) => change({ main, sub: '' })}
      />
      <SelectField
        name="sub"
        label={t('authoring.field.sub')}
        isRequired
        isDisabled={draft.main === ''}
        value={draft.sub}
        error={draft.main === '' ? undefined : error('sub')}
        options={[
          { value: '', label: t(`authoring.field.${draft.main === '' ? 'subFirst' : 'subEmpty'}`) },
          ...subs.map(({ id, code }) => ({ value: String(id), label: labels[code] ?? code })),
        ]}
        onChange={(sub) => change({ sub })}
      />
    </div>
  )
}
