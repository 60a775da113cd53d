import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { endSeat } from './teams-data.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Confirms the end of a seat or an invitation: the owner removes or revokes it, the member leaves or declines. */
export default function EndSeatDialog(props: {
  id: number
  kind: 'remove' | 'takeBack' | 'leave' | 'decline'
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('teams')
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const { kind, name } = props
  const end = async () => {
    const done = t(`teams.end.${kind}.done`, { name })
    if (await send(async ({ supabase }) => endSeat(await supabase(), props.id), { done })) props.onClose()
  }
  return (
    <ConfirmDialog
      title={t(`teams.end.${kind}.title`, { name })}
      text={t(`teams.end.${kind}.text`, { name })}
      action={t(`teams.end.${kind}.action`)}
      cancelLabel={t('teams.end.keep')}
      closeLabel={t('site.close')}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => void end()}
      onClose={props.onClose}
    />
  )
}
