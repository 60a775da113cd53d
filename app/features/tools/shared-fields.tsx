// Fields that several tools share, with the same labels everywhere.
import { Suspense } from 'react'
import { articleLimits, outputLanguages, tones, type OutputLanguage, type Tone } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useHasOwnTone } from './own-tone.ts'
import type { FieldsProps, FormDraft } from './tool-definition.ts'
import styles from './tool-form.module.css'

const offeredTones: readonly Tone[] = ['informal', ...tones.filter((tone) => tone !== 'informal')]
const NoToneNote = lazyWithRetry(() => import('./no-tone-note.tsx'))

type Props<Draft extends FormDraft> = Pick<FieldsProps<Draft>, 'draft' | 'change' | 'error'>

export function LanguageField<Draft extends FormDraft>({ draft, change, error }: Props<Draft>) {
  const { t } = useTranslation()
  return (
    <SelectField
      name="language"
      label={t('tools.form.language.label')}
      value={draft.language}
      error={error('language')}
      options={outputLanguages.map((value) => ({ value, label: t(`tools.language.${value}`) }))}
      onChange={(language) => change({ language: language as OutputLanguage } as Partial<Draft>)}
    />
  )
}

export function ToneAndLanguage<Draft extends FormDraft & { tone: Tone }>(props: Props<Draft>) {
  const { t } = useTranslation()
  const { draft, change, error } = props
  const hasOwnTone = useHasOwnTone()
  return (
    <div className={styles.pair}>
      <SelectField
        name="tone"
        label={t('tools.form.tone.label')}
        value={draft.tone}
        error={error('tone')}
        options={offeredTones.map((value) => ({ value, label: t(`tools.tone.${value}`) }))}
        onChange={(tone) => change({ tone: tone as Tone } as Partial<Draft>)}
      />
      <LanguageField {...props} />
      {draft.tone === 'custom' && !hasOwnTone && (
        <Suspense>
          <NoToneNote />
        </Suspense>
      )}
    </div>
  )
}

export function InformationField<Draft extends FormDraft & { information: string }>({
  draft,
  change,
  error,
}: Props<Draft>) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      name="information"
      label={t('tools.form.information.label')}
      placeholder={t('tools.form.information.placeholder')}
      rows={4}
      limit={articleLimits.information}
      value={draft.information}
      error={error('information')}
      onChange={(information) => change({ information } as Partial<Draft>)}
    />
  )
}

export function TargetField<Draft extends FormDraft & { target: string }>({
  draft,
  change,
  error,
  label,
  placeholder,
}: Props<Draft> & { label?: string; placeholder?: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      name="target"
      label={label ?? t('tools.form.target.label')}
      placeholder={placeholder ?? t('tools.form.target.placeholder')}
      limit={articleLimits.target}
      value={draft.target}
      error={error('target')}
      onChange={(target) => change({ target } as Partial<Draft>)}
    />
  )
}
