import { useState } from 'react'
import { benefitUnits, operatorLimits, type BenefitUnit } from '#shared/operators.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError } from '#app/ui/form.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useMembersWords } from './members-words.ts'
import { giveBenefit, type MemberDetails } from './operators-data.ts'
import { useAct } from './use-act.ts'
import { readWhole } from './whole-number.ts'

const plans = ['basic', 'pro', 'team'] as const
const yearMs = 365 * 86_400_000

/** A benefit (B33): of which plan, from which day, for how long. */
export default function BenefitDialog({ member, onClose }: { member: MemberDetails; onClose: () => void }) {
  const { t } = useMembersWords()
  const { act, isBusy } = useAct()
  // Sweden writes days as the browser's field has them: 2026-12-01.
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const [fields, setFields] = useState({
    plan: 'pro',
    duration: '1',
    unit: 'month' as BenefitUnit,
    start: today,
  })
  const [isShown, setIsShown] = useState(false)
  const duration = readWhole(fields.duration, operatorLimits.benefitDuration)
  const start = new Date(`${fields.start}T00:00`)
  const isStartGood =
    fields.start >= today && start.getTime() < new Date(`${today}T00:00`).getTime() + 2 * yearMs
  const change = (part: Partial<typeof fields>) => setFields((now) => ({ ...now, ...part }))

  async function submit(form: HTMLFormElement) {
    setIsShown(true)
    if (!duration || !isStartGood) return focusFirstError(form)
    const benefit = { plan: fields.plan, duration, unit: fields.unit, startAt: start.toISOString() }
    if (
      (await act((supabase) => giveBenefit(supabase, member.id, benefit), t('members.benefit.done'))) !==
      'failed'
    )
      onClose()
  }

  return (
    <ActDialog
      title={t('members.benefit.dialog', { name: member.nickname })}
      text={t('members.benefit.text')}
      action={t('members.benefit.submit')}
      isBusy={isBusy}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <ChoiceField
        name="plan"
        label={t('members.benefit.plan')}
        value={fields.plan}
        onChange={(plan) => change({ plan })}
        options={plans.map((value) => ({ value, label: t(`members.plans.${value}`) }))}
      />
      <TextField
        name="duration"
        label={t('members.benefit.duration')}
        value={fields.duration}
        error={
          isShown && !duration
            ? t('members.benefit.durationProblem', { max: operatorLimits.benefitDuration })
            : undefined
        }
        inputProps={{ inputMode: 'numeric' }}
        onChange={(value) => change({ duration: value })}
      />
      <ChoiceField
        name="unit"
        label={t('members.benefit.unit')}
        value={fields.unit}
        onChange={(unit) => change({ unit: unit as BenefitUnit })}
        options={benefitUnits.map((value) => ({ value, label: t(`members.benefit.units.${value}`) }))}
      />
      <TextField
        name="start"
        type="date"
        label={t('members.benefit.start')}
        value={fields.start}
        error={isShown && !isStartGood ? t('members.benefit.startProblem') : undefined}
        onChange={(value) => change({ start: value })}
      />
    </ActDialog>
  )
}
