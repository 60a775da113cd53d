import { operatorLimits } from '#shared/operators.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { DecisionForm } from './decision-form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { giveGift, type MemberDetails } from './operators-data.ts'
import { useOperatorMutation } from './use-operator-mutation.ts'
import { readWhole } from './whole-number.ts'

const limits = { tokens: operatorLimits.giftTokens, images: operatorLimits.giftImages }

/** Tokens and images as a present. The request's key is the gift's id, so that sending again gives once. */
export default function GiftDialog({ member, onClose }: { member: MemberDetails; onClose: () => void }) {
  const { t } = useTranslation('members', 'operators', 'usage')
  const { send, isPending } = useOperatorMutation()
  const { field, submit } = useForm({ tokens: '0', images: '0', reason: '' }, (values) => {
    const [tokens, images] = [
      readWhole(values.tokens, limits.tokens),
      readWhole(values.images, limits.images),
    ]
    const isNothing = tokens === 0 && images === 0
    return checked(
      {
        tokens:
          tokens === null
            ? t('members.gift.whole', { max: limits.tokens })
            : isNothing && t('members.gift.nothing'),
        images: images === null && t('members.gift.whole', { max: limits.images }),
        reason: checkText(values.reason, operatorLimits.actReason),
      },
      () => ({ tokens: tokens ?? 0, images: images ?? 0, reason: values.reason.trim() }),
    )
  })
  return (
    <DecisionForm
      title={t('members.gift.title', { name: member.nickname })}
      lead={t('members.gift.text')}
      action={t('members.gift.submit')}
      isPending={isPending}
      onSubmit={submit(async (gift) => {
        const isOver = await send(
          async ({ supabase, key }) => giveGift(await supabase(), member.id, { id: key, ...gift }),
          { done: t('members.gift.done') },
        )
        if (isOver) onClose()
      })}
      onClose={onClose}
    >
      {(['tokens', 'images'] as const).map((name) => (
        <TextField
          key={name}
          {...field(name)}
          label={t(`members.gift.${name}`)}
          inputProps={{ inputMode: 'numeric' }}
        />
      ))}
      <TextAreaField
        {...field('reason')}
        label={t('members.reason')}
        isRequired
        rows={2}
        limit={operatorLimits.actReason}
      />
    </DecisionForm>
  )
}
