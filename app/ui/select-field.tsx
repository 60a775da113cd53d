import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { fieldProps, type FieldProps } from './field-props.tsx'
import { useStableCallbacks } from './use-stable-callbacks.ts'

type SelectFieldProps<Value extends string> = FieldProps & {
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** One of a few values, with the platform's own list, so that phones show theirs. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const onChange = (chosen: string) => {
    const option = props.options.find(({ value }) => value === chosen)
    if (option) props.onChange(option.value)
  }
  return <ListField {...props} {...useStableCallbacks({ onChange })} />
}

const ListField = memo(function ListField(props: SelectFieldProps<string>) {
  return (
    <NativeSelect
      {...fieldProps(props)}
      value={props.value}
      data={[...props.options]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}, isSameList)

/** Options are new objects at each render and rarely differ. */
function isSameList(before: SelectFieldProps<string>, now: SelectFieldProps<string>): boolean {
  const { options: optionsBefore, ...othersBefore } = before
  const { options: optionsNow, ...othersNow } = now
  const names = Object.keys({ ...othersBefore, ...othersNow }) as (keyof typeof othersNow)[]
  return (
    optionsBefore.length === optionsNow.length &&
    optionsBefore.every(
      ({ value, label }, index) => value === optionsNow[index]?.value && label === optionsNow[index].label,
    ) &&
    names.every((name) => othersBefore[name] === othersNow[name])
  )
}
