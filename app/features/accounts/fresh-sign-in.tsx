import { Button } from '@mantine/core'
import { useMyWords } from './my-words.ts'
import styles from './setting-page.module.css'

/** Where a sensitive step asks for a new sign-in (B22): signs in again and comes back. @param props.back path to return to */
export function FreshSignIn({ back }: { back: string }) {
  const { language, t } = useMyWords()
  const query = new URLSearchParams({ again: '1', redirect: back })
  return (
    <div className={styles.fresh} role="alert">
      <p>{t('my.fresh.text')}</p>
      {/* A new document: the way leads over the provider, and back into another one. */}
      <Button component="a" href={`/${language}/sign/in?${query}`} variant="filled">
        {t('my.fresh.action')}
      </Button>
    </div>
  )
}
