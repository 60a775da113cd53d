import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { titleMaxLength } from '#shared/tools.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import type { HistoryLine } from './history-data.ts'
import { useHistoryWords } from './history-words.ts'

/** Asks for another title of a text. */
export function RenameDialog(props: {
  line: HistoryLine
  onRename: (title: string) => void
  onClose: () => void
}) {
  const { t } = useHistoryWords()
  const [title, setTitle] = useState(props.line.title ?? '')
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  const length = countCharacters(title.trim())
  const problem =
    length === 0
      ? t('history.renameEmpty')
      : length > titleMaxLength
        ? t('errors.field.too_long', { count: titleMaxLength })
        : null
  const submit = (form: HTMLFormElement) => {
    setIsShown(true)
    if (problem) return focusFirstError(form)
    props.onRename(title.trim())
    props.onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('history.renameTitle')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <Button type="submit" form={id} variant="filled">
          {t('history.renameSave')}
        </Button>
      }
    >
      <Form id={id} onSubmit={submit} label={t('history.renameTitle')}>
        <TextField
          name="title"
          label={t('history.renameLabel')}
          limit={titleMaxLength}
          value={title}
          error={isShown ? (problem ?? undefined) : undefined}
          onChange={setTitle}
        />
      </Form>
    </Dialog>
  )
}
