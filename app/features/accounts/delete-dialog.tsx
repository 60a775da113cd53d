import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { clearBrowser } from '#app/session/browser-data.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { askDeletionToken, deleteAccount } from './profile-data.ts'
import styles from './setting-page.module.css'

/** Account deletion (R13, A35): the data that is deleted and retained, a word to type, and open obligations. */
export default function DeleteDialog(props: { member: MemberRecord; waitDays: number; onClose: () => void }) {
  const { member, waitDays, onClose } = props
  const { language, t } = useTranslation('my')
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  const { leave, isPending, error, problem } = useLeave(member)
  const isReady = typed.trim().toLowerCase() === t('my.delete.word')
  return (
    <FormDialog
      title={t('my.delete.dialog')}
      lead={
        <>
          <strong>{t('my.delete.goes')}</strong>
          <Points text={t('my.delete.goesList')} />
          <strong>{t('my.delete.stays')}</strong>
          <Points text={t('my.delete.staysList')} />
        </>
      }
      action={t('my.delete.action')}
      cancelLabel={t('my.setting.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      isDisabled={!isReady}
      problem={error?.code === 'fresh_sign_in_required' ? null : problem}
      onSubmit={() => void (isReady && leave())}
      onClose={onClose}
    >
      <p>{t('my.delete.later', { days: waitDays })}</p>
      <TextField
        name="confirmation"
        label={t('my.delete.label')}
        hint={t('my.delete.confirm', { word: t('my.delete.word') })}
        value={typed}
        onChange={setTyped}
        inputProps={{ autoComplete: 'off' }}
      />
      {error?.code === 'fresh_sign_in_required' && <FreshSignIn back={pathname} />}
      {(error?.code === 'subscription_active' || error?.code === 'debt_remaining') && (
        <LinkButton to={`/${language}/my/plan`}>{t('my.delete.toPlan')}</LinkButton>
      )}
    </FormDialog>
  )
}

/** A list of words is one text with bars in it. */
function Points({ text }: { text: string }) {
  return (
    <ul className={styles.list}>
      {text.split('|').map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

function useLeave(member: MemberRecord) {
  const { language, t } = useTranslation('my')
  const navigate = useNavigate()
  const { send, ...sending } = useMutation({
    isInline: true,
    explain({ code, words }) {
      if (code === 'subscription_active') return t('my.delete.plan')
      if (code === 'debt_remaining') return t('my.delete.debt')
      return words ?? t('my.setting.failed')
    },
  })
  return {
    ...sending,
    leave: () =>
      send(
        async ({ api, supabase }) => {
          const token = await askDeletionToken(api, member)
          await deleteAccount(api, await supabase(), member, token)
          await clearBrowser()
          await navigate(`/${language}`)
        },
        { done: { message: t('my.delete.done'), duration: 8_000 } },
      ),
  }
}
