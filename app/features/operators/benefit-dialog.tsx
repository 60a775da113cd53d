import { useState } from 'react'
import { benefitUnits, operatorLimits, type BenefitUnit } from '#shared/operators.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { DecisionForm } from './decision-form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { giveBenefit, type MemberDetails } from './operators-data.ts'
import { useOperatorMutation } from './use-operator-mutation.ts'
import { readWhole } from './whole-number.ts'

const plans = ['basic', 'pro', 'team'] as const
const yearMs = 365 * 86_400_000

/** A benefit (B33): of which plan, from which day, for how long. */
export default function BenefitDialog({ member, onClose }: { member: MemberDetails; onClose: () => void }) {
  const { t } = useTranslation('members', 'operators', 'usage')
  const { send, isPending } = useOperatorMutation()
  // Sweden writes days as the browser's field has them: 2026-12-01.
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const first = { plan: 'pro', duration: '1', unit: 'month' as BenefitUnit, start: today }
  const { field, submit } = useForm(first, ({ plan, unit, ...values }) => {
    const duration = readWhole(values.duration, operatorLimits.benefitDuration)
    const start = new Date(`${values.start}T00:00`)
    const isStartGood =
      values.start >= today && start.getTime() < new Date(`${today}T00:00`).getTime() + 2 * yearMs
    return checked(
      {
        duration: !duration && t('members.benefit.durationProblem', { max: operatorLimits.benefitDuration }),
        start: !isStartGood && t('members.benefit.startProblem'),
      },
      () => ({ plan, duration: duration ?? 0, unit, startAt: start.toISOString() }),
    )
  })
  return (
    <DecisionForm
      title={t('members.benefit.dialog', { name: member.nickname })}
      lead={t('members.benefit.text')}
      action={t('members.benefit.submit')}
      isPending={isPending}
      onSubmit={submit(async (benefit) => {
        const isOver = await send(async ({ supabase }) => giveBenefit(await supabase(), member.id, benefit), {
          done: t('members.benefit.done'),
        })
        if (isOver) onClose()
      })}
      onClose={onClose}
    >
      <ChoiceField
        {...field('plan')}
        label={t('members.benefit.plan')}
        options={plans.map((value) => ({ value, label: t(`members.plans.${value}`) }))}
      />
      <TextField
        {...field('duration')}
        label={t('members.benefit.duration')}
        inputProps={{ inputMode: 'numeric' }}
      />
      <ChoiceField
        {...field('unit')}
        label={t('members.benefit.unit')}
        options={benefitUnits.map((value) => ({ value, label: t(`members.benefit.units.${value}`) }))}
      />
      <TextField {...field('start')} type="date" label={t('members.benefit.start')} />
    </DecisionForm>
  )
}
