import { Button } from '@mantine/core'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { useSignOut } from '#app/features/accounts/use-sign-out.ts'
import { useMember } from '#app/session/root-data.ts'
import { useAccountsWords } from '#app/features/accounts/accounts-words.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import styles from './block.module.css'

/** The page for a restricted account (R22). Other visitors see that it does not concern them. */
export default function SignBlock() {
  const { language, t } = useAccountsWords()
  const member = useMember()
  const signOut = useSignOut()
  if (!member?.is_block) {
    return (
      <SignPage title={t('accounts.block.notBlocked')} text={t('accounts.block.notBlockedText')}>
        <LinkButton to={`/${language}`} isWide>
          {t('site.error.home')}
        </LinkButton>
      </SignPage>
    )
  }
  const address = t('accounts.block.contact')
  return (
    <SignPage title={t('accounts.block.title')} text={t('accounts.block.text')}>
      <a className={styles.contact} href={`mailto:${address}`}>
        {address}
      </a>
      <Button variant="default" fullWidth onClick={() => void signOut()}>
        {t('accounts.block.signOut')}
      </Button>
    </SignPage>
  )
}
