import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useMember } from '#app/session/facts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { deleteTone } from './tones-data.ts'
import { useLearnedWords } from './learned-words.ts'
import styles from './tone-page.module.css'

/** Asks first: what was learned cost something and does not come back. */
export default function DeleteToneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLearnedWords()
  const member = useMember()
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const remove = async () => {
    if (!member) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      if (!(await deleteTone(await getSupabase(), member.id))) return setHasFailed(true)
      showToast({ message: t('learned.delete.done') })
      onClose()
      await revalidate()
    } catch (error) {
      console.error(error)
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={t('learned.delete.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('learned.delete.cancel')}
          </Button>
          <Button variant="filled" loading={isBusy} onClick={() => void remove()}>
            {t('learned.delete.action')}
          </Button>
        </>
      }
    >
      <p>{t('learned.delete.text')}</p>
      {hasFailed && (
        <p className={styles.problem} role="alert">
          {t('learned.delete.failed')}
        </p>
      )}
    </Dialog>
  )
}
