import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { endSeat } from './teams-data.ts'
import { useTeamsWords } from './teams-words.ts'
import { useTeamAct } from './use-team-act.ts'

/** Confirms the end of a seat or an invitation: the owner removes or revokes it, the member leaves or declines. */
export default function EndSeatDialog(props: {
  id: number
  kind: 'remove' | 'takeBack' | 'leave' | 'decline'
  name: string
  onClose: () => void
}) {
  const { t } = useTeamsWords()
  const { act, isBusy, problem } = useTeamAct()
  const { kind, name } = props
  const end = () =>
    act(async (supabase) => {
      await endSeat(supabase, props.id)
      showToast({ message: t(`teams.end.${kind}.done`, { name }) })
      props.onClose()
    })
  return (
    <ConfirmDialog
      title={t(`teams.end.${kind}.title`, { name })}
      text={t(`teams.end.${kind}.text`, { name })}
      action={t(`teams.end.${kind}.action`)}
      cancelLabel={t('teams.end.keep')}
      closeLabel={t('site.close')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void end()}
      onClose={props.onClose}
    />
  )
}
