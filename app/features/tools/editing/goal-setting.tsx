import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { goalMax, goalUnits, readGoalCount, type TextGoal } from '#shared/text-goals.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './text-counts.module.css'

type GoalSettingProps = {
  goal: TextGoal | null
  /** Null removes the goal. @throws AppError */
  onGoal: (goal: TextGoal | null) => Promise<void>
}

/** Sets, changes or removes the member's goal for the length of the text. */
export function GoalSetting(props: GoalSettingProps) {
  const { t } = useTranslation('counts', 'forms')
  const { goal } = props
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setIsOpen(false))
    button.current?.focus()
  }
  if (isOpen) return <GoalForm {...props} onClose={close} />
  return (
    <Button ref={button} variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
      {t(goal ? 'counts.goal.change' : 'counts.goal.set')}
    </Button>
  )
}

function GoalForm({ goal, onGoal, onClose }: GoalSettingProps & { onClose: () => void }) {
  const { t } = useTranslation('counts', 'forms')
  const { send, isPending } = useMutation()
  const first = { count: goal ? String(goal.count) : '', unit: goal?.unit ?? 'characters' }
  const { field, submit } = useForm(first, ({ unit, ...values }) => {
    const count = readGoalCount(values.count)
    return checked({ count: count === null && t('counts.goal.invalid') }, () => ({ count: count ?? 0, unit }))
  })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const save = async (next: TextGoal | null) => {
    const removed = next ? {} : { done: t('counts.goal.removed') }
    if (await send(() => onGoal(next), removed)) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }
  return (
    <div ref={form} className={styles.setting}>
      <Form className={styles.form} label={t('counts.goal.title')} isBusy={isPending} onSubmit={submit(save)}>
        <TextField
          {...field('count')}
          name="goal-count"
          label={t('counts.goal.count')}
          inputProps={{ inputMode: 'numeric', maxLength: String(goalMax).length + 2, onKeyDown }}
        />
        <SelectField
          {...field('unit')}
          name="goal-unit"
          label={t('counts.goal.unit')}
          options={goalUnits.map((value) => ({ value, label: t(`counts.unit.${value}`) }))}
        />
        <div className={styles.actions}>
          <Button type="submit" size="sm">
            {t('counts.goal.save')}
          </Button>
          {goal && (
            <Button variant="default" size="sm" onClick={() => void save(null)}>
              {t('counts.goal.remove')}
            </Button>
          )}
          <Button variant="subtle" size="sm" onClick={onClose}>
            {t('counts.goal.cancel')}
          </Button>
        </div>
      </Form>
    </div>
  )
}
