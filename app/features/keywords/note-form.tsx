import { Button } from '@mantine/core'
import { keywordLimits } from '#shared/keywords.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { saveNote, type SavedKeyword } from './saved-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './saved-page.module.css'

/** The note of a saved keyword. */
export default function NoteForm(props: { line: SavedKeyword; onSaved: (note: string) => void }) {
  const { t } = useTranslation('savedkeywords')
  const { line } = props
  const label = t('savedkeywords.noteLabel', { keyword: line.keyword })
  const { send, isPending } = useMutation()
  const { field, submit } = useForm({ note: line.note }, (values) => {
    const note = values.note.normalize('NFC').trim()
    return checked({ note: checkText(note, keywordLimits.noteMaxLength, true) }, () => note)
  })
  const save = async (note: string) => {
    const isSaved = await send(async ({ supabase }) => saveNote(await supabase(), line.id, note), {
      done: t('savedkeywords.noteSaved'),
    })
    if (isSaved) props.onSaved(note)
  }
  return (
    <Form onSubmit={submit(save)} isBusy={isPending} className={styles.form} label={label}>
      <TextAreaField
        {...field('note')}
        name={`note-${line.id}`}
        label={label}
        rows={3}
        limit={keywordLimits.noteMaxLength}
      />
      <Button type="submit" variant="default" size="sm" loading={isPending}>
        {t('savedkeywords.noteSave')}
      </Button>
    </Form>
  )
}
