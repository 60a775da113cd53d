import { Button } from '@mantine/core'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { endSeat } from './teams-data.ts'
import { useTeamsWords } from './teams-words.ts'
import { useTeamAct } from './use-team-act.ts'
import styles from './team-page.module.css'

/** Asks before a place or an invitation goes: its owner removes or takes back, its member leaves or declines. */
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
    <Dialog
      isOpen
      title={t(`teams.end.${kind}.title`, { name })}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('teams.end.keep')}
          </Button>
          <Button variant="filled" loading={isBusy} onClick={() => void end()}>
            {t(`teams.end.${kind}.action`)}
          </Button>
        </>
      }
    >
      <p>{t(`teams.end.${kind}.text`, { name })}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
