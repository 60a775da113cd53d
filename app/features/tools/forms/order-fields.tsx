// The order of a text besides its subject: free instructions, its length, and where it will be published.
import { lengthUnitsOf, targetLength, type LengthTool, type LengthUnit } from '#shared/text-length.ts'
import {
  instructionsMaxLength,
  publishPlaces,
  type OutputLanguage,
  type PublishPlace,
} from '#shared/tools.ts'
import { useRootData } from '#app/session/root-data.ts'
import type { FormFields } from '#app/session/use-form.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { FlagField } from './flag-field.tsx'
import { useTranslation } from '#app/session/words.tsx'

export const emptyOrder = { instructions: '', length: 0, length_unit: 'characters' } as const

type Props<Fields> = { form: FormFields<Fields> }

export function InstructionsField({ form }: Props<{ instructions: string }>) {
  const { t } = useTranslation('forms')
  return (
    <TextAreaField
      {...form.field('instructions')}
      label={t('forms.instructions.label')}
      placeholder={t('forms.instructions.placeholder')}
      rows={3}
      limit={instructionsMaxLength}
    />
  )
}

/** `length` 0: as long as texts of the tool usually are. */
type LengthFields = { language: OutputLanguage; length: number; length_unit: LengthUnit }

/** An empty field means the tool's usual length, which is the placeholder. */
export function LengthField({
  tool,
  form,
  label,
  itemsCount = 0,
}: Props<LengthFields> & { tool: LengthTool; label?: string; itemsCount?: number }) {
  const { t } = useTranslation('forms')
  const { language, length, length_unit: unit } = form.values
  const units = lengthUnitsOf(language)
  const [firstUnit] = units
  const usual = targetLength(tool, { language }, itemsCount).count
  const isCounted = units.length > 1
  return (
    <div className={isCounted ? 'u-pair' : undefined}>
      <TextField
        {...form.field('length')}
        label={label ?? t(isCounted ? 'forms.length.label' : 'forms.length.inWords')}
        placeholder={t('forms.length.usual', { count: usual })}
        inputProps={{ inputMode: 'numeric' }}
        value={length ? String(length) : ''}
        onChange={(typed) => form.change({ length: Number(typed.replace(/\D/g, '').slice(0, 5)) })}
      />
      {isCounted && (
        <SelectField
          {...form.field('length_unit')}
          label={t('forms.length.unit')}
          value={units.includes(unit) ? unit : firstUnit!}
          options={units.map((value) => ({ value, label: t(`forms.length.units.${value}`) }))}
        />
      )}
    </div>
  )
}

export function PlaceField({ form }: Props<{ place: PublishPlace }>) {
  const { t } = useTranslation('forms')
  return (
    <SelectField
      {...form.field('place')}
      label={t('forms.place.label')}
      options={publishPlaces.map((value) => ({ value, label: t(`forms.place.${value}`) }))}
    />
  )
}

/** Looks for sources on the web first; nothing where the site cannot search. */
export function ResearchField({ form }: Props<{ research: boolean }>) {
  const { t } = useTranslation('forms')
  const search = useRootData()?.search ?? 'none'
  if (search === 'none') return null
  return (
    <FlagField
      {...form.field('research')}
      label={t('forms.research.label')}
      hint={t(search === 'sample' ? 'forms.research.sampleHint' : 'forms.research.hint')}
    />
  )
}
