import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { deleteTone } from './tones-data.ts'
import { useLearnedWords } from './learned-words.ts'

/** Asks for a confirmation: the tone cost tokens and cannot be restored. */
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
    <ConfirmDialog
      title={t('learned.delete.title')}
      text={t('learned.delete.text')}
      action={t('learned.delete.action')}
      cancelLabel={t('learned.delete.cancel')}
      closeLabel={t('site.close')}
      isBusy={isBusy}
      problem={hasFailed ? t('learned.delete.failed') : null}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
