import { Button } from '@mantine/core'
import { useState } from 'react'
import { findTextProblem } from '#shared/characters.ts'
import { editLimits } from '#shared/tools-edit.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import type { Passage } from '#app/ui/editor/passage.ts'
import { flushSync } from 'react-dom'
import { useEditorWords } from './editor-words.ts'
import styles from './edit-commands.module.css'

type EditWishProps = {
  passage: Passage
  priceOf: (instruction: string) => number
  onAsk: (instruction: string) => void
  onClose: () => void
}

/** An instruction of one's own (T12: required). */
export function EditWish({ passage, priceOf, onAsk, onClose }: EditWishProps) {
  const { t } = useEditorWords()
  const [words, setWords] = useState('')
  const [error, setError] = useState<ReturnType<typeof findTextProblem>>(null)
  const submit = (form: HTMLFormElement) => {
    const problem = findTextProblem(words, editLimits.instruction)
    flushSync(() => setError(problem))
    if (problem) return focusFirstError(form)
    onAsk(words.trim())
  }
  return (
    <section className={styles.offer} aria-label={t('editor.edit.command.text')}>
      <Form className={styles.wish} label={t('editor.edit.command.text')} onSubmit={submit}>
        {passage.markdown && <p className={styles.passage}>{passage.markdown}</p>}
        <TextAreaField
          name="instruction"
          label={t('editor.edit.wish.label')}
          placeholder={t(passage.markdown ? 'editor.edit.wish.onText' : 'editor.edit.wish.onLine')}
          rows={2}
          isRequired
          limit={editLimits.instruction}
          value={words}
          error={error ? t(`errors.field.${error}`, { count: editLimits.instruction }) : undefined}
          onChange={setWords}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="filled" size="sm">
            {t('editor.edit.wish.ask', { tokens: priceOf(words) })}
          </Button>
          <Button variant="subtle" size="sm" onClick={onClose}>
            {t('editor.edit.leave')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
