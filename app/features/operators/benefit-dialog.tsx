import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { benefitUnits, operatorLimits, type BenefitUnit } from '#shared/operators.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useMembersWords } from './members-words.ts'
import { giveBenefit, type MemberFacts } from './operators-data.ts'
import { useAct } from './use-act.ts'
import { readWhole } from './whole-number.ts'
import styles from './console.module.css'

const plans = ['basic', 'pro', 'team'] as const
const yearMs = 365 * 86_400_000

/** A benefit (B33): of which plan, from which day, for how long. */
export default function BenefitDialog({ member, onClose }: { member: MemberFacts; onClose: () => void }) {
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
  const id = useId()
  const duration = readWhole(fields.duration, operatorLimits.benefitDuration)
  const start = new Date(`${fields.start}T00:00`)
  const isStartGood = fields.start >= today && start.getTime() < Date.parse(today) + 2 * yearMs
  const change = (part: Partial<typeof fields>) => setFields((now) => ({ ...now, ...part }))

  async function submit(form: HTMLFormElement) {
    setIsShown(true)
    if (!duration || !isStartGood) return focusFirstError(form)
    const benefit = { plan: fields.plan, duration, unit: fields.unit, startAt: start.toISOString() }
    if (await act((supabase) => giveBenefit(supabase, member.id, benefit), t('members.benefit.done')))
      onClose()
  }

  return (
    <Dialog
      isOpen
      title={t('members.benefit.dialog', { name: member.nickname })}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('operators.cancel')}
          </Button>
          <Button type="submit" form={id} variant="filled" loading={isBusy}>
            {t('members.benefit.submit')}
          </Button>
        </>
      }
    >
      <p>{t('members.benefit.text')}</p>
      <Form
        id={id}
        className={styles.dialogForm}
        isBusy={isBusy}
        label={t('members.benefit.action')}
        onSubmit={(form) => void submit(form)}
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
      </Form>
    </Dialog>
  )
}
