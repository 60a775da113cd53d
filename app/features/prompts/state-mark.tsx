import type { PromptState } from '#shared/prompts.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './state-mark.module.css'

const tones: Record<PromptState, 'done' | 'waiting' | 'wanted' | 'plain'> = {
  draft: 'plain',
  in_review: 'waiting',
  returned: 'wanted',
  published: 'done',
  edit_draft: 'done',
  edit_in_review: 'done',
  edit_returned: 'wanted',
  hidden: 'plain',
}

/** The state of a prompt in a word or two. The colour only repeats the word. */
export function StateMark({ state }: { state: PromptState }) {
  const { t } = useTranslation('library', 'prompts')
  return (
    <span className={styles.mark} data-tone={tones[state]}>
      {t(`library.state.${state}.name`)}
    </span>
  )
}
