import type { Passage } from '#app/ui/editor/passage.ts'
import { InstructionForm } from './instruction-form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './edit-commands.module.css'

type EditCommandProps = {
  passage: Passage
  priceOf: (instruction: string) => number
  onAsk: (instruction: string) => void
  onClose: () => void
}

/** A free-text instruction by the member. */
export function EditCommand({ passage, priceOf, onAsk, onClose }: EditCommandProps) {
  const { t } = useTranslation('writing', 'editor')
  return (
    <InstructionForm
      title={t('editor.edit.command.text')}
      label={t('editor.edit.instruction.label')}
      placeholder={t(passage.markdown ? 'editor.edit.instruction.onText' : 'editor.edit.instruction.onLine')}
      ask={(words) => t('editor.edit.instruction.ask', { tokens: priceOf(words) })}
      onAsk={onAsk}
      onClose={onClose}
      before={passage.markdown && <p className={styles.passage}>{passage.markdown}</p>}
    />
  )
}
