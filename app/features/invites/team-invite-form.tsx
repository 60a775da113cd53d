import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { MailMode } from '#shared/invites.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { CopyButton } from './copy-button.tsx'
import { inviteToTeam } from './teams-data.ts'
import { useTeamsWords } from './teams-words.ts'
import styles from './team-page.module.css'

/** Invites one address, and shows its link for other ways to send it. */
export function TeamInviteForm({ mode }: { mode: MailMode }) {
  const { t } = useTeamsWords()
  const { email, problem, isBusy, invited, change, send } = useInviting()
  return (
    <>
      <Form
        className={styles.form}
        isBusy={isBusy}
        label={t('teams.invite.title')}
        onSubmit={(form) => void send(form)}
      >
        <TextField
          name="email"
          label={t('teams.invite.label')}
          hint={t(`teams.invite.hint.${mode}`)}
          placeholder={t('teams.invite.placeholder')}
          value={email}
          onChange={change}
          error={problem ?? undefined}
          isRequired
          inputProps={{ inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
        <Button type="submit" loading={isBusy}>
          {t('teams.invite.action')}
        </Button>
      </Form>
      <div role="status">
        {invited && (
          <div className={styles.invited}>
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
  const { language, t } = useTeamsWords()
  const api = useApi()
  const uuid = useMember()?.uuid ?? ''
  const { revalidate } = useRevalidator()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null)

  function explain(error: unknown): string {
    const { code, detail, words } = toAppError(error)
    if (code === 'invalid_field')
      return t(`errors.field.${detail?.rule === 'required' ? 'required' : 'invalid'}`)
    if (code !== 'too_many_requests') return words ?? t(`errors.${code}`)
    const date = new Date(String(detail?.until)).toLocaleString(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    return t('teams.invite.limit', { date })
  }

  return {
    email,
    problem,
    isBusy,
    invited,
    change(text: string) {
      setEmail(text)
      setProblem(null)
    },
    async send(form: HTMLFormElement) {
      setIsBusy(true)
      setInvited(null)
      try {
        const link = await inviteToTeam(api, uuid, email)
        setInvited({ email: email.trim().toLowerCase(), link })
        setEmail('')
        await revalidate()
      } catch (error) {
        const text = explain(error)
        flushSync(() => setProblem(text))
        focusFirstError(form)
      } finally {
        setIsBusy(false)
      }
    },
  }
}
