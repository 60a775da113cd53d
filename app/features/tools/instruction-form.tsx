import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { findTextProblem } from '#shared/characters.ts'
import { editLimits } from '#shared/tools-edit.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useEditorWords } from './editor-words.ts'
import styles from './edit-commands.module.css'

/** Asks for the instruction of an editor command (T12: required). */
export function InstructionForm(props: {
  title: string
  label: string
  placeholder: string
  hint?: string
  /** The button's label, for the instruction so far. */
  ask: (words: string) => string
  onAsk: (words: string) => void
  onClose: () => void
  /** The passage that the command changes. */
  before?: ReactNode
  /** Further inputs. */
  children?: ReactNode
  /** Next to the buttons. */
  note?: ReactNode
}) {
  const { t } = useEditorWords()
  const [words, setWords] = useState('')
  const [error, setError] = useState<ReturnType<typeof findTextProblem>>(null)
  const submit = (form: HTMLFormElement) => {
    const problem = findTextProblem(words, editLimits.instruction)
    flushSync(() => setError(problem))
    if (problem) return focusFirstError(form)
    props.onAsk(words.trim())
  }
  return (
    <section className={styles.offer} aria-label={props.title}>
      <Form className={styles.instruction} label={props.title} onSubmit={submit}>
        {props.before}
        <TextAreaField
          name="instruction"
          label={props.label}
          placeholder={props.placeholder}
          hint={props.hint}
          rows={2}
          isRequired
          limit={editLimits.instruction}
          value={words}
          error={error ? t(`errors.field.${error}`, { count: editLimits.instruction }) : undefined}
          onChange={setWords}
        />
        {props.children}
        <div className={styles.actions}>
          <Button type="submit" size="sm">
            {props.ask(words)}
          </Button>
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.edit.leave')}
          </Button>
          {props.note}
        </div>
      </Form>
    </section>
  )
}
