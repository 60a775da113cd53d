import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { goalMax, goalUnits, readGoalCount, type GoalUnit, type TextGoal } from '#shared/text-goals.ts'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useCountsWords } from './counts-words.ts'
import styles from './text-counts.module.css'

type GoalSettingProps = {
  goal: TextGoal | null
  /** Null removes the goal. @throws AppError */
  onGoal: (goal: TextGoal | null) => Promise<void>
}

/** Sets, changes or removes the member's goal for the length of the text. */
export function GoalSetting(props: GoalSettingProps) {
  const { t } = useCountsWords()
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
  const { t } = useCountsWords()
  const [typed, setTyped] = useState(goal ? String(goal.count) : '')
  const [unit, setUnit] = useState<GoalUnit>(goal?.unit ?? 'characters')
  const [isShown, setIsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const count = readGoalCount(typed)
  const save = async (next: TextGoal | null) => {
    setIsBusy(true)
    try {
      await onGoal(next)
      onClose()
      if (!next) showToast({ message: t('counts.goal.removed') })
    } catch (error) {
      setIsBusy(false)
      showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
    }
  }
  const submit = (element: HTMLFormElement) => {
    flushSync(() => setIsShown(true))
    if (count === null) return focusFirstError(element)
    void save({ count, unit })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }
  return (
    <div ref={form} className={styles.setting}>
      <Form className={styles.form} label={t('counts.goal.title')} isBusy={isBusy} onSubmit={submit}>
        <TextField
          name="goal-count"
          label={t('counts.goal.count')}
          value={typed}
          error={isShown && count === null ? t('counts.goal.invalid') : undefined}
          inputProps={{ inputMode: 'numeric', maxLength: String(goalMax).length + 2, onKeyDown }}
          onChange={setTyped}
        />
        <SelectField
          name="goal-unit"
          label={t('counts.goal.unit')}
          value={unit}
          options={goalUnits.map((value) => ({ value, label: t(`counts.unit.${value}`) }))}
          onChange={(value) => setUnit(value as GoalUnit)}
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
