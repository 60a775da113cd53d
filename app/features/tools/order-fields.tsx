// What a member asks of a text beside its subject: wishes in free words, its length, and where it will be published.
import {
  lengthRange,
  lengthUnitsOf,
  targetLength,
  type LengthTool,
  type LengthUnit,
} from '#shared/text-length.ts'
import { instructionsMaxLength, publishPlaces, type PublishPlace } from '#shared/tools.ts'
import { useWords } from '#app/session/words.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { FieldsProps, FormDraft } from './tool-kit.ts'
import styles from './tool-form.module.css'

type InstructionsDraft = FormDraft & { instructions: string }
/** `length` 0: as long as texts of the tool usually are. */
type LengthDraft = FormDraft & { length: number; length_unit: LengthUnit }
export type OrderDraft = InstructionsDraft & LengthDraft

export const emptyOrder = { instructions: '', length: 0, length_unit: 'characters' } as const

type Props<Draft extends FormDraft> = Pick<FieldsProps<Draft>, 'draft' | 'change' | 'error'>

export function InstructionsField<Draft extends InstructionsDraft>({ draft, change, error }: Props<Draft>) {
  const { t } = useWords()
  return (
    <TextAreaField
      name="instructions"
      label={t('tools.form.instructions.label')}
      placeholder={t('tools.form.instructions.placeholder')}
      rows={3}
      limit={instructionsMaxLength}
      value={draft.instructions}
      error={error('instructions')}
      onChange={(instructions) => change({ instructions } as Partial<Draft>)}
    />
  )
}

/** Left empty, the tool's usual length counts, which stands in the field. */
export function LengthField<Draft extends LengthDraft>({
  tool,
  draft,
  change,
  error,
  label,
  itemsCount = 0,
}: Props<Draft> & { tool: LengthTool; label?: string; itemsCount?: number }) {
  const { t } = useWords()
  const units = lengthUnitsOf(draft.language)
  const [firstUnit] = units
  const usual = targetLength(tool, { language: draft.language }, itemsCount).count
  const range = lengthRange(tool, draft.language)
  const isCounted = units.length > 1
  return (
    <div className={isCounted ? styles.length : undefined}>
      <TextField
        name="length"
        label={label ?? t(isCounted ? 'tools.form.length.label' : 'tools.form.length.inWords')}
        placeholder={t('tools.form.length.usual', { count: usual })}
        hint={t('tools.form.length.range', range)}
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
          label={t('tools.form.length.unit')}
          value={units.includes(draft.length_unit) ? draft.length_unit : firstUnit}
          error={error('length_unit')}
          options={units.map((value) => ({ value, label: t(`tools.form.length.units.${value}`) }))}
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
  const { t } = useWords()
  return (
    <SelectField
      name="place"
      label={t('tools.form.place.label')}
      value={draft.place}
      error={error('place')}
      options={publishPlaces.map((value) => ({ value, label: t(`tools.form.place.${value}`) }))}
      onChange={(place) => change({ place: place as PublishPlace } as Partial<Draft>)}
    />
  )
}
