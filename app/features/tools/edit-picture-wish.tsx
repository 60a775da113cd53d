import { Button } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { findTextProblem } from '#shared/characters.ts'
import { pictureShapes, type PictureShape } from '#shared/pictures.ts'
import { editLimits } from '#shared/tools-edit.ts'
import { useMadePictureWords } from '#app/session/made-picture-words.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useEditorWords } from './editor-words.ts'
import { ImagesLeft } from './images-left.tsx'
import styles from './edit-commands.module.css'

/** What a picture is to show (T12: required), its shape, its price and how many are left. */
export function EditPictureWish(props: {
  onAsk: (description: string, shape: PictureShape) => void
  onClose: () => void
}) {
  const { t } = useEditorWords()
  const { t: tp } = useMadePictureWords()
  const [words, setWords] = useState('')
  const [shape, setShape] = useState<PictureShape>('wide')
  const [error, setError] = useState<ReturnType<typeof findTextProblem>>(null)
  const submit = (form: HTMLFormElement) => {
    const problem = findTextProblem(words, editLimits.instruction)
    flushSync(() => setError(problem))
    if (problem) return focusFirstError(form)
    props.onAsk(words.trim(), shape)
  }
  return (
    <section className={styles.offer} aria-label={tp('madepictures.wish.command')}>
      <Form className={styles.wish} label={tp('madepictures.wish.command')} onSubmit={submit}>
        <TextAreaField
          name="instruction"
          label={tp('madepictures.wish.label')}
          placeholder={tp('madepictures.wish.placeholder')}
          hint={tp('madepictures.wish.hint')}
          rows={2}
          isRequired
          limit={editLimits.instruction}
          value={words}
          error={error ? t(`errors.field.${error}`, { count: editLimits.instruction }) : undefined}
          onChange={setWords}
        />
        <ChoiceField
          name="shape"
          label={tp('madepictures.wish.shape')}
          value={shape}
          options={pictureShapes.map((value) => ({ value, label: tp(`madepictures.wish.shapes.${value}`) }))}
          onChange={(value) => setShape(value as PictureShape)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="filled" size="sm">
            {tp('madepictures.wish.ask')}
          </Button>
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.edit.leave')}
          </Button>
          <ImagesLeft />
        </div>
      </Form>
    </section>
  )
}
