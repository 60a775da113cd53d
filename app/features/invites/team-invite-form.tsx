import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import type { MailMode } from '#shared/invites.ts'
import { useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { CopyButton } from './copy-button.tsx'
import { inviteToTeam } from './teams-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './team-page.module.css'

/** Invites one address, and shows its link for other ways to send it. */
export function TeamInviteForm({ mode }: { mode: MailMode }) {
  const { t } = useTranslation('teams')
  const { field, isPending, invited, submit } = useInviting()
  return (
    <>
      <Form className={styles.form} isBusy={isPending} label={t('teams.invite.title')} onSubmit={submit}>
        <TextField
          {...field('email')}
          label={t('teams.invite.label')}
          hint={t(`teams.invite.hint.${mode}`)}
          placeholder={t('teams.invite.placeholder')}
          isRequired
          inputProps={{ inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
        <Button type="submit" loading={isPending}>
          {t('teams.invite.action')}
        </Button>
      </Form>
      <div role="status">
        {invited && (
          <div className="u-small u-ruled u-mt5">
            <p>{t(`teams.invite.done.${mode}`, { email: invited.email })}</p>
            <p className={styles.link} translate="no">
              {invited.link}
            </p>
            <CopyButton
              variant="default"
              text={invited.link}
              label={t('teams.invite.copy')}
              done={t('teams.invite.copied')}
              failed={t('teams.invite.copyFailed')}
            />
          </div>
        )}
      </div>
    </>
  )
}

function useInviting() {
  const { language, t } = useTranslation('teams', 'errors')
  const { change, field, refuse, submit } = useForm({ email: '' }, ({ email }) => ({ request: email.trim() }))
  const { send, isPending } = useMutation({ revalidates: true, explain })
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null)

  function explain({ code, detail }: AppError): string | null {
    if (code === 'invalid_field')
      return t(`errors.field.${detail?.rule === 'required' ? 'required' : 'invalid'}`)
    if (code !== 'too_many_requests') return null
    const date = new Date(String(detail?.until)).toLocaleString(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    return t('teams.invite.limit', { date })
  }

  async function invite(email: string): Promise<void> {
    setInvited(null)
    await send(
      async ({ api, uuid }) => {
        const link = await inviteToTeam(api, uuid, email)
        setInvited({ email: email.toLowerCase(), link })
        change({ email: '' })
      },
      { onError: (text) => refuse({ email: text }) },
    )
  }

  return { field, isPending, invited, submit: submit(invite) }
}
