import { Button } from '@mantine/core'
import { useState } from 'react'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useApi } from '#app/session/use-api.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { isMemberId } from '#shared/mail-refusal.ts'
import { useInvitesWords } from './invites-words.ts'
import styles from './invite-landing.module.css'

/**
 * The target of an e-mail's last link. Programs that open links automatically must not refuse for the reader, so a
 * press is required.
 */
export function RefusePage({ token }: { token: string }) {
  const { language, t } = useInvitesWords()
  const api = useApi()
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'wrong' | 'failed'>(
    token ? 'asking' : 'wrong',
  )
  async function refuse() {
    setState('busy')
    try {
      await api.json(`/mail/refuse?${new URLSearchParams({ token })}`, { method: 'POST' })
      setState('done')
    } catch (error) {
      setState(toAppError(error).code === 'not_found' ? 'wrong' : 'failed')
    }
  }
  const kind = isMemberId(token.split('.')[0] ?? '') ? 'news' : 'refuse'
  const heading = { done: t(`invites.${kind}.done`), wrong: t('invites.refuse.wrong') }[state as string]
  const text = { done: t(`invites.${kind}.doneText`), wrong: t('invites.refuse.wrongText') }[state as string]
  return (
    <div className={styles.page}>
      <div role="status">
        <h1 className={styles.title}>{heading ?? t(`invites.${kind}.title`)}</h1>
        <p className={styles.text}>{text ?? t(`invites.${kind}.text`)}</p>
        {state === 'failed' && <p className={styles.text}>{t('invites.refuse.failed')}</p>}
      </div>
      <div className={styles.actions}>
        {state === 'wrong' && (
          <LinkButton to={`/${language}/contact`}>{t('invites.refuse.contact')}</LinkButton>
        )}
        {state !== 'wrong' && state !== 'done' && (
          <Button variant="filled" loading={state === 'busy'} onClick={() => void refuse()}>
            {t('invites.refuse.action')}
          </Button>
        )}
      </div>
    </div>
  )
}
