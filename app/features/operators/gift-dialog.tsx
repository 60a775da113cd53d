import { useState } from 'react'
import { findTextProblem } from '#shared/characters.ts'
import { operatorLimits } from '#shared/operators.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { focusFirstError } from '#app/ui/form.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useMembersWords } from './members-words.ts'
import { giveGift, type MemberDetails } from './operators-data.ts'
import { useAct } from './use-act.ts'
import { readWhole } from './whole-number.ts'

/** Tokens and images as a present. Its id is made with the dialog, so that pressing twice or sending again gives once. */
export default function GiftDialog({ member, onClose }: { member: MemberDetails; onClose: () => void }) {
  const { t } = useMembersWords()
  const { act, isBusy } = useAct()
  const [gift] = useState(() => crypto.randomUUID())
  const [fields, setFields] = useState({ tokens: '0', images: '0', reason: '' })
  const [isShown, setIsShown] = useState(false)
  const tokens = readWhole(fields.tokens, operatorLimits.giftTokens)
  const images = readWhole(fields.images, operatorLimits.giftImages)
  const reason = fields.reason.trim()
  const reasonProblem = findTextProblem(reason, operatorLimits.actReason)
  const problems = {
    tokens:
      tokens === null
        ? t('members.gift.whole', { max: operatorLimits.giftTokens })
        : tokens + (images ?? 1) === 0
          ? t('members.gift.nothing')
          : undefined,
    images: images === null ? t('members.gift.whole', { max: operatorLimits.giftImages }) : undefined,
    reason: reasonProblem
      ? t(`errors.field.${reasonProblem}`, { count: operatorLimits.actReason })
      : undefined,
  }

  async function submit(form: HTMLFormElement) {
    setIsShown(true)
    if (tokens === null || images === null || Object.values(problems).some(Boolean))
      return focusFirstError(form)
    const outcome = await act(
      (supabase) => giveGift(supabase, member.id, { id: gift, tokens, images, reason }),
      t('members.gift.done'),
    )
    if (outcome !== 'failed') onClose()
  }

  return (
    <ActDialog
      title={t('members.gift.title', { name: member.nickname })}
      text={t('members.gift.text')}
      action={t('members.gift.submit')}
      isBusy={isBusy}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      {(['tokens', 'images'] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`members.gift.${name}`)}
          value={fields[name]}
          error={isShown ? problems[name] : undefined}
          inputProps={{ inputMode: 'numeric' }}
          onChange={(value) => setFields((now) => ({ ...now, [name]: value }))}
        />
      ))}
      <TextAreaField
        name="reason"
        label={t('members.reason')}
        isRequired
        rows={2}
        limit={operatorLimits.actReason}
        value={fields.reason}
        error={isShown ? problems.reason : undefined}
        onChange={(value) => setFields((now) => ({ ...now, reason: value }))}
      />
    </ActDialog>
  )
}
