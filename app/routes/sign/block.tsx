import { Button } from '@mantine/core'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { useSignOut } from '#app/features/accounts/use-sign-out.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { requestConfig } from '#app/session/request-config.ts'
import { contactOf } from '#shared/business.ts'
import type { Route } from './+types/block'
import { LinkButton } from '#app/ui/link-button.tsx'
import styles from './block.module.css'

export const loader = ({ context }: Route.LoaderArgs) => ({
  address: contactOf(context.get(requestConfig).business),
})

/** The page for a restricted account (R22). Other visitors see that it does not concern them. */
export default function SignBlock({ loaderData: { address } }: Route.ComponentProps) {
  const { language, t } = useTranslation('accounts')
  const member = useMember()
  const { signOut, question } = useSignOut()
  if (!member?.is_block) {
    return (
      <SignPage title={t('accounts.block.notBlocked')} text={t('accounts.block.notBlockedText')}>
        <LinkButton to={`/${language}`} isWide>
          {t('site.error.home')}
        </LinkButton>
      </SignPage>
    )
  }
  return (
    <SignPage title={t('accounts.block.title')} text={t('accounts.block.text')}>
      <a className={styles.contact} href={`mailto:${address}`}>
        {address}
      </a>
      <Button variant="default" fullWidth onClick={() => void signOut()}>
        {t('accounts.block.signOut')}
      </Button>
      {question}
    </SignPage>
  )
}
