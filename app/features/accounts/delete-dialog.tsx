import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { clearBrowser } from '#app/session/browser-data.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { useMyWords } from './my-words.ts'
import { askDeletionToken, deleteAccount } from './profile-data.ts'
import styles from './setting-page.module.css'

const formId = 'delete-form'

/** Account deletion (R13, A35): the data that is deleted and retained, a word to type, and open obligations. */
export default function DeleteDialog(props: { member: MemberRecord; waitDays: number; onClose: () => void }) {
  const { member, waitDays, onClose } = props
  const { language, t } = useMyWords()
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  const { leave, isBusy, problem } = useLeave(member)
  const isReady = typed.trim().toLowerCase() === t('my.delete.word')
  return (
    <Dialog
      isOpen
      title={t('my.delete.dialog')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('my.setting.cancel')}
          </Button>
          <Button type="submit" form={formId} disabled={!isReady} loading={isBusy}>
            {t('my.delete.action')}
          </Button>
        </>
      }
    >
      <strong>{t('my.delete.goes')}</strong>
      <Points text={t('my.delete.goesList')} />
      <strong>{t('my.delete.stays')}</strong>
      <Points text={t('my.delete.staysList')} />
      <Form id={formId} isBusy={isBusy} onSubmit={() => void (isReady && leave())}>
        <p>{t('my.delete.later', { days: waitDays })}</p>
        <TextField
          name="confirmation"
          label={t('my.delete.label')}
          hint={t('my.delete.confirm', { word: t('my.delete.word') })}
          value={typed}
          onChange={setTyped}
          inputProps={{ autoComplete: 'off' }}
        />
        {problem?.code === 'fresh_sign_in_required' ? (
          <FreshSignIn back={pathname} />
        ) : (
          problem && (
            <p className={styles.problem} role="alert">
              {problem.text}
            </p>
          )
        )}
        {(problem?.code === 'subscription_active' || problem?.code === 'debt_remaining') && (
          <LinkButton to={`/${language}/my/plan`}>{t('my.delete.toPlan')}</LinkButton>
        )}
      </Form>
    </Dialog>
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
  const { language, t } = useMyWords()
  const api = useApi()
  const getSupabase = useSupabase()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ code: string; text: string } | null>(null)
  return {
    isBusy,
    problem,
    async leave(): Promise<void> {
      setIsBusy(true)
      setProblem(null)
      try {
        const token = await askDeletionToken(api, member)
        await deleteAccount(api, await getSupabase(), member, token)
        await clearBrowser()
        await navigate(`/${language}`)
        showToast({ message: t('my.delete.done'), duration: 8_000 })
      } catch (error) {
        const known = toAppError(error)
        setProblem({ code: known.code, text: wordsOf(known) })
      } finally {
        setIsBusy(false)
      }
    },
  }

  function wordsOf({ code, words }: AppError): string {
    if (code === 'subscription_active') return t('my.delete.plan')
    if (code === 'debt_remaining') return t('my.delete.debt')
    return words ?? t('my.setting.failed')
  }
}
