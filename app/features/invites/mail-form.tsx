import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { toAppError } from '#app/ui/to-app-error.ts'
import { inviteMailLimits, type MailMode } from '#shared/invites.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useInvitesWords } from './invites-words.ts'
import { sendInvitations } from './send-invitations.ts'
import styles from './invite-page.module.css'

type Sending =
  | { state: 'writing' | 'busy' }
  | { state: 'wrong'; text: string }
  | { state: 'failed'; text: string }
  | { state: 'sent'; count: number }

/** Invitations by e-mail (O01): several addresses, all validated before the first is sent. */
export function MailForm({ mode }: { mode: Exclude<MailMode, 'closed'> }) {
  const { t } = useInvitesWords()
  const { emails, sending, change, send } = useMailForm()
  return (
    <section className={`${styles.way} ${styles.mail}`} aria-labelledby="by-mail">
      <h2 id="by-mail" className={styles.heading}>
        {t('invites.mail.title')}
      </h2>
      <p className={styles.note}>{t(mode === 'log' ? 'invites.mail.standIn' : 'invites.mail.text')}</p>
      <Form
        className={styles.form}
        isBusy={sending.state === 'busy'}
        label={t('invites.mail.title')}
        onSubmit={(form) => void send(form)}
      >
        <TextField
          name="emails"
          label={t('invites.mail.label')}
          hint={t('invites.mail.hint', { count: inviteMailLimits.addresses })}
          placeholder={t('invites.mail.placeholder')}
          value={emails}
          onChange={change}
          error={sending.state === 'wrong' ? sending.text : undefined}
          isRequired
          inputProps={{ inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={sending.state === 'busy'}>
            {t('invites.mail.send')}
          </Button>
          <p role="status" className={sending.state === 'failed' ? styles.failed : styles.sent}>
            {sending.state === 'failed' && sending.text}
            {sending.state === 'sent' &&
              t(mode === 'log' ? 'invites.mail.logged' : 'invites.mail.sent', { count: sending.count })}
          </p>
        </div>
      </Form>
    </section>
  )
}

function useMailForm() {
  const { language, t } = useInvitesWords()
  const api = useApi()
  const member = useMember()
  const [emails, setEmails] = useState('')
  const [sending, setSending] = useState<Sending>({ state: 'writing' })

  function explain(error: unknown): Sending {
    const until = toAppError(error).detail?.until
    if (!until) return { state: 'failed', text: t('invites.mail.failed') }
    const date = new Date(until).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
    return { state: 'failed', text: t('invites.mail.limit', { date }) }
  }

  return {
    emails,
    sending,
    change(text: string) {
      setEmails(text)
      setSending({ state: 'writing' })
    },
    async send(form: HTMLFormElement) {
      if (!member) return
      setSending({ state: 'busy' })
      try {
        const outcome = await sendInvitations(api, member, emails)
        if ('problem' in outcome) {
          const { problem, address, count } = outcome
          const text = address
            ? t(problem === 'own' ? 'invites.mail.own' : 'invites.mail.wrong', { address })
            : t(`errors.field.${problem === 'own' ? 'invalid' : problem}`, { count: count ?? 0 })
          flushSync(() => setSending({ state: 'wrong', text }))
          focusFirstError(form)
        } else {
          setEmails('')
          setSending({ state: 'sent', count: outcome.count })
        }
      } catch (error) {
        setSending(explain(error))
      }
    },
  }
}
