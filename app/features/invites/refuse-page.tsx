import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMutation } from '#app/session/use-mutation.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { isMemberId } from '#shared/mail-refusal.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './invite-landing.module.css'

/**
 * The target of an e-mail's last link. Programs that open links automatically must not refuse for the reader, so a
 * press is required.
 */
export function RefusePage({ token }: { token: string }) {
  const { language, t } = useTranslation('invites')
  const [isDone, setIsDone] = useState(false)
  const { send, isPending, error } = useMutation({ isInline: true })
  const refuse = async () =>
    setIsDone(
      await send(({ api }) => api.json(`/mail/refuse?${new URLSearchParams({ token })}`, { method: 'POST' })),
    )
  const isWrong = !token || error?.code === 'not_found'
  const kind = isMemberId(token.split('.')[0] ?? '') ? 'news' : 'refuse'
  return (
    <div className={styles.page}>
      <div role="status">
        <h1 className={styles.title}>
          {isWrong ? t('invites.refuse.wrong') : t(`invites.${kind}.${isDone ? 'done' : 'title'}`)}
        </h1>
        <p className="u-muted u-mt2">
          {isWrong ? t('invites.refuse.wrongText') : t(`invites.${kind}.${isDone ? 'doneText' : 'text'}`)}
        </p>
        {error && !isWrong && <p className="u-muted u-mt2">{t('invites.refuse.failed')}</p>}
      </div>
      <div className="u-row u-mt5">
        {isWrong && <LinkButton to={`/${language}/contact`}>{t('invites.refuse.contact')}</LinkButton>}
        {!isWrong && !isDone && (
          <Button variant="filled" loading={isPending} onClick={() => void refuse()}>
            {t('invites.refuse.action')}
          </Button>
        )}
      </div>
    </div>
  )
}
