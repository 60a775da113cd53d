// The order of a text besides its subject: free instructions, its length, and where it will be published.
import { lengthUnitsOf, targetLength, type LengthTool, type LengthUnit } from '#shared/text-length.ts'
import { instructionsMaxLength, publishPlaces, type PublishPlace } from '#shared/tools.ts'
import { useRootData } from '#app/session/root-data.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { FlagField } from './flag-field.tsx'
import type { FieldsProps, FormDraft } from './tool-definition.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-form.module.css'

type InstructionsDraft = FormDraft & { instructions: string }
/** `length` 0: as long as texts of the tool usually are. */
type LengthDraft = FormDraft & { length: number; length_unit: LengthUnit }
export type OrderDraft = InstructionsDraft & LengthDraft

export const emptyOrder = { instructions: '', length: 0, length_unit: 'characters' } as const

type Props<Draft extends FormDraft> = Pick<FieldsProps<Draft>, 'draft' | 'change' | 'error'>

export function InstructionsField<Draft extends InstructionsDraft>({ draft, change, error }: Props<Draft>) {
  const { t } = useTranslation('forms')
  return (
    <TextAreaField
      name="instructions"
      label={t('forms.instructions.label')}
      placeholder={t('forms.instructions.placeholder')}
      rows={3}
      limit={instructionsMaxLength}
      value={draft.instructions}
      error={error('instructions')}
      onChange={(instructions) => change({ instructions } as Partial<Draft>)}
    />
  )
}

/** An empty field means the tool's usual length, which is the placeholder. */
export function LengthField<Draft extends LengthDraft>({
  tool,
  draft,
  change,
  error,
  label,
  itemsCount = 0,
}: Props<Draft> & { tool: LengthTool; label?: string; itemsCount?: number }) {
  const { t } = useTranslation('forms')
  const units = lengthUnitsOf(draft.language)
  const [firstUnit] = units
  const usual = targetLength(tool, { language: draft.language }, itemsCount).count
  const isCounted = units.length > 1
  return (
    <div className={isCounted ? styles.length : undefined}>
      <TextField
        name="length"
        label={label ?? t(isCounted ? 'forms.length.label' : 'forms.length.inWords')}
        placeholder={t('forms.length.usual', { count: usual })}
        inputProps={{ inputMode: 'numeric' }}
        value={draft.length ? String(draft.length) : ''}
        error={error('length')}
        onChange={(length) =>
          change({ length: Number(length.replace(/\D/g, '').slice(0, 5)) } as Partial<Draft>)
        }
      />
      {isCounted && (
        <SelectField
          name="length_unit"
          label={t('forms.length.unit')}
          value={units.includes(draft.length_unit) ? draft.length_unit : firstUnit}
          error={error('length_unit')}
          options={units.map((value) => ({ value, label: t(`forms.length.units.${value}`) }))}
          onChange={(unit) => change({ length_unit: unit as LengthUnit } as Partial<Draft>)}
        />
      )}
    </div>
  )
}

export function PlaceField<Draft extends FormDraft & { place: PublishPlace }>({
  draft,
  change,
  error,
}: Props<Draft>) {
  const { t } = useTranslation('forms')
  return (
    <SelectField
      name="place"
      label={t('forms.place.label')}
      value={draft.place}
      error={error('place')}
      options={publishPlaces.map((value) => ({ value, label: t(`forms.place.${value}`) }))}
      onChange={(place) => change({ place: place as PublishPlace } as Partial<Draft>)}
    />
  )
}

/** Looks for sources on the web first; nothing where the site cannot search. */
export function ResearchField<Draft extends FormDraft & { research: boolean }>({
  draft,
  change,
}: Omit<Props<Draft>, 'error'>) {
  const { t } = useTranslation('forms')
  const search = useRootData()?.search ?? 'none'
  if (search === 'none') return null
  return (
    <FlagField
      name="research"
      label={t('forms.research.label')}
      hint={t(search === 'sample' ? 'forms.research.sampleHint' : 'forms.research.hint')}
      isChecked={draft.research}
      onChange={(research) => change({ research } as Partial<Draft>)}
    />
  )
}
