import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { inviteMailLimits, type MailMode } from '#shared/invites.ts'
import { useMember } from '#app/session/root-data.ts'
import { useForm, type Checked } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { checkInvitations, sendInvitations } from './send-invitations.ts'
import styles from './invite-page.module.css'

/** Invitations by e-mail (O01): several addresses, all validated before the first is sent. */
export function MailForm({ mode }: { mode: Exclude<MailMode, 'closed'> }) {
  const { t } = useTranslation('invites')
  const { field, isPending, problem, count, submit } = useMailForm()
  return (
    <section className={`u-card ${styles.way} u-mt4`} aria-labelledby="by-mail">
      <h2 id="by-mail" className="u-title4">
        {t('invites.mail.title')}
      </h2>
      <p className="u-note u-mt1">{t(mode === 'log' ? 'invites.mail.standIn' : 'invites.mail.text')}</p>
      <Form className="u-stack4 u-mt4" isBusy={isPending} label={t('invites.mail.title')} onSubmit={submit}>
        <TextField
          {...field}
          label={t('invites.mail.label')}
          hint={t('invites.mail.hint', { count: inviteMailLimits.addresses })}
          placeholder={t('invites.mail.placeholder')}
          isRequired
          inputProps={{ inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
        <div className={`u-actions ${styles.actions}`}>
          <Button type="submit" variant="default" loading={isPending}>
            {t('invites.mail.send')}
          </Button>
          <p role="status" className={problem ? styles.failed : styles.sent}>
            {problem ??
              (count !== null && t(mode === 'log' ? 'invites.mail.logged' : 'invites.mail.sent', { count }))}
          </p>
        </div>
      </Form>
    </section>
  )
}

function useMailForm() {
  const { language, t } = useTranslation('invites')
  const member = useMember()
  /** How many addresses the last request invited. */
  const [count, setCount] = useState<number | null>(null)
  const { send, isPending, problem, clear } = useMutation({
    isInline: true,
    explain({ detail }: AppError) {
      if (!detail?.until) return t('invites.mail.failed')
      const date = new Date(detail.until).toLocaleString(language, {
        dateStyle: 'medium',
        timeStyle: 'short',
      })
      return t('invites.mail.limit', { date })
    },
  })
  const { change, field, submit } = useForm(
    { emails: '' },
    async ({ emails }): Promise<Checked<{ emails: string }, string[]>> => {
      const checked = await checkInvitations(member?.email ?? null, emails)
      if ('addresses' in checked) return { request: checked.addresses }
      const { rule, address, count: limit = 0 } = checked
      const kind = rule === 'own' ? 'own' : 'wrong'
      if (address) return { problems: { emails: t(`invites.mail.${kind}`, { address }) } }
      return { problems: { emails: { rule: rule === 'own' ? 'invalid' : rule, count: limit } } }
    },
  )
  const forget = () => {
    clear()
    setCount(null)
  }
  const invite = (addresses: string[]) => {
    forget()
    return send(async ({ api, uuid }) => {
      const invited = await sendInvitations(api, uuid, addresses)
      change({ emails: '' })
      setCount(invited)
    })
  }
  const { onChange, ...props } = field('emails')
  return {
    field: {
      ...props,
      onChange(emails: string) {
        forget()
        onChange(emails)
      },
    },
    isPending,
    problem,
    count,
    submit: submit(invite),
  }
}
