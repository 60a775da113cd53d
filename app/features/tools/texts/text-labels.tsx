import { useEffect, useEffectEvent, useState } from 'react'
import { useSupabase } from '#app/session/use-api.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { showToast } from '#app/ui/toast.tsx'
import { getLabels, type LabelledText } from './labels-data.ts'
import LabelsDialog from './labels-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'

/** The labels of the open text, read when the dialog opens: the text itself is shown without them. */
export default function TextLabels({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('labels')
  const getSupabase = useSupabase()
  const [text, setText] = useState<LabelledText | null>(null)
  const showError = useErrorToast()
  const fail = useEffectEvent((error: unknown) => {
    showError(error)
    onClose()
  })
  const load = useEffectEvent(async () => getLabels(await getSupabase(), id))
  useEffect(() => {
    load().then(setText, fail)
  }, [id])
  if (!text) return null
  return (
    <LabelsDialog
      texts={[text]}
      onSaved={() => showToast({ message: t('labels.saved') })}
      onClose={onClose}
    />
  )
}
