import type { PromptVariable } from '#shared/prompt-variables.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './variables-form.module.css'

type Props = {
  variables: readonly PromptVariable[]
  /** By name, as `startValues` gives them. */
  values: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
  /** Separates the fields of two forms on one page; fields are called `{idPrefix}-0`, `{idPrefix}-1` … */
  idPrefix: string
  /** The error of a field, by its name. */
  problemOf?: (name: string) => string | undefined
}

/** The fields that a prompt's `##variables##` make (P05): no form around them and no button. */
export function VariablesForm({ variables, values, onChange, idPrefix, problemOf }: Props) {
  return (
    <div className={styles.fields}>
      {variables.map((variable, index) => (
        <VariableField
          key={variable.name}
          name={`${idPrefix}-${index}`}
          variable={variable}
          value={(Object.hasOwn(values, variable.name) ? values[variable.name] : undefined) ?? ''}
          error={problemOf?.(variable.name)}
          onChange={(value) => onChange(variable.name, value)}
        />
      ))}
    </div>
  )
}

function VariableField(props: {
  name: string
  variable: PromptVariable
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('prompts')
  const { variable } = props
  const field = {
    name: props.name,
    label: variable.isOptional ? t('prompts.fields.optional', { name: variable.name }) : variable.name,
    value: props.value,
    onChange: props.onChange,
    isRequired: !variable.isOptional && !variable.defaultValue,
    error: props.error,
  }
  // The author chooses the names: the field follows the direction of their script.
  return (
    <div dir="auto" className="u-breakable u-narrowable">
      {variable.choices.length > 0 ? (
        <SelectField
          {...field}
          options={[
            {
              value: '',
              label: t(variable.isOptional ? 'prompts.fields.noChoice' : 'prompts.fields.choose'),
            },
            ...variable.choices.map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      ) : variable.isLong ? (
        <TextAreaField {...field} rows={5} placeholder={variable.defaultValue} />
      ) : (
        <TextField {...field} placeholder={variable.defaultValue} />
      )}
    </div>
  )
}
