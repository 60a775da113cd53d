// Fields that several tools share, with the same labels everywhere.
import { Suspense } from 'react'
import { articleLimits, outputLanguages, tones, type OutputLanguage, type Tone } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { FormFields } from '#app/session/use-form.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useHasOwnTone } from './own-tone.ts'

const offeredTones: readonly Tone[] = ['informal', ...tones.filter((tone) => tone !== 'informal')]
const NoToneNote = lazyWithRetry(() => import('./no-tone-note.tsx'))

type Props<Fields> = { form: FormFields<Fields> }

export function LanguageField({ form }: Props<{ language: OutputLanguage }>) {
  const { t } = useTranslation()
  return (
    <SelectField
      {...form.field('language')}
      label={t('tools.form.language.label')}
      options={outputLanguages.map((value) => ({ value, label: t(`tools.language.${value}`) }))}
    />
  )
}

export function ToneAndLanguage({ form }: Props<{ tone: Tone; language: OutputLanguage }>) {
  const { t } = useTranslation()
  const hasOwnTone = useHasOwnTone()
  return (
    <div className="u-pair">
      <SelectField
        {...form.field('tone')}
        label={t('tools.form.tone.label')}
        options={offeredTones.map((value) => ({ value, label: t(`tools.tone.${value}`) }))}
      />
      <LanguageField form={form} />
      {form.values.tone === 'custom' && !hasOwnTone && (
        <Suspense>
          <NoToneNote />
        </Suspense>
      )}
    </div>
  )
}

export function InformationField({ form }: Props<{ information: string }>) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      {...form.field('information')}
      label={t('tools.form.information.label')}
      placeholder={t('tools.form.information.placeholder')}
      rows={4}
      limit={articleLimits.information}
    />
  )
}

export function TargetField({
  form,
  label,
  placeholder,
}: Props<{ target: string }> & { label?: string; placeholder?: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      {...form.field('target')}
      label={label ?? t('tools.form.target.label')}
      placeholder={placeholder ?? t('tools.form.target.placeholder')}
      limit={articleLimits.target}
    />
  )
}
