import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { editLimits } from '#shared/tools-edit.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
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
  const { t } = useTranslation('writing', 'editor')
  const { values, field, submit } = useForm({ words: '' }, ({ words }) =>
    checked({ words: checkText(words, editLimits.instruction) }, () => words.trim()),
  )
  return (
    <section className={styles.offer} aria-label={props.title}>
      <Form className={styles.instruction} label={props.title} onSubmit={submit(props.onAsk)}>
        {props.before}
        <TextAreaField
          {...field('words')}
          name="instruction"
          label={props.label}
          placeholder={props.placeholder}
          hint={props.hint}
          rows={2}
          isRequired
          limit={editLimits.instruction}
        />
        {props.children}
        <div className="u-row">
          <Button type="submit" size="sm">
            {props.ask(values.words)}
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
