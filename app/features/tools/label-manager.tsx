import { Button } from '@mantine/core'
import { useState } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { deleteLabel, labelLimits, renameLabel, type OwnLabel } from './labels-data.ts'
import { useLabelsWords } from './labels-words.ts'
import styles from './labels-dialog.module.css'

/** The pressed button is gone: the focus moves to what replaced it. */
const focusFirst = (element: HTMLElement | null) => element?.focus()

/** Renames and deletes own labels. */
export default function LabelManager(props: {
  labels: readonly OwnLabel[]
  /** A label has another name now, or none. */
  onChanged: (name: string, newName: string | null) => void
  onClose: () => void
}) {
  const { t } = useLabelsWords()
  const getSupabase = useSupabase()
  const [open, setOpen] = useState<{ name: string; action: 'rename' | 'delete' } | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function change(name: string, message: string, work: () => Promise<string | null>): Promise<void> {
    setIsBusy(true)
    try {
      const newName = await work()
      setOpen(null)
      showToast({ message })
      props.onChanged(name, newName)
    } catch (error) {
      showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
    }
    setIsBusy(false)
  }
  const rename = (name: string, newName: string) =>
    change(name, t('labels.renamed'), async () => renameLabel(await getSupabase(), name, newName))
  const remove = (name: string) =>
    change(name, t('labels.deleted', { name }), async () => {
      await deleteLabel(await getSupabase(), name)
      return null
    })

  return (
    <Dialog isOpen title={t('labels.manage')} closeLabel={t('site.close')} onClose={props.onClose}>
      {props.labels.length === 0 && <p>{t('labels.empty')}</p>}
      <ul className={styles.options} aria-label={t('labels.list')}>
        {props.labels.map(({ name, count }) => (
          <li key={name} className={styles.row}>
            {open?.name === name && open.action === 'rename' ? (
              <RenameLabel name={name} isBusy={isBusy} onRename={(newName) => void rename(name, newName)} />
            ) : (
              <span className={styles.rowName}>
                {name}
                <span className={styles.count}>{t('labels.count', { count })}</span>
              </span>
            )}
            {open?.name !== name && (
              <span className={styles.rowActions}>
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={t('labels.renameOf', { name })}
                  onClick={() => setOpen({ name, action: 'rename' })}
                >
                  {t('labels.rename')}
                </Button>
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={t('labels.deleteOf', { name })}
                  onClick={() => setOpen({ name, action: 'delete' })}
                >
                  {t('labels.delete')}
                </Button>
              </span>
            )}
            {open?.name === name && open.action === 'delete' && (
              <span className={styles.rowActions}>
                <Button variant="subtle" size="sm" ref={focusFirst} onClick={() => setOpen(null)}>
                  {t('labels.cancel')}
                </Button>
                <Button size="sm" variant="filled" loading={isBusy} onClick={() => void remove(name)}>
                  {t('labels.confirmDelete')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function RenameLabel(props: { name: string; isBusy: boolean; onRename: (newName: string) => void }) {
  const { t } = useLabelsWords()
  const [typed, setTyped] = useState(props.name)
  const [isShown, setIsShown] = useState(false)
  const length = countCharacters(typed.trim())
  const problem =
    length === 0
      ? t('labels.nameEmpty')
      : length > labelLimits.name
        ? t('errors.field.too_long', { count: labelLimits.name })
        : null
  return (
    <Form
      className={styles.rename}
      label={t('labels.renameOf', { name: props.name })}
      isBusy={props.isBusy}
      onSubmit={(form) => {
        setIsShown(true)
        if (problem) focusFirstError(form)
        else props.onRename(typed.trim())
      }}
    >
      <TextField
        name="name"
        label={t('labels.name')}
        limit={labelLimits.name}
        value={typed}
        error={isShown ? (problem ?? undefined) : undefined}
        onChange={setTyped}
        inputProps={{ autoFocus: true, autoComplete: 'off' }}
      />
      <Button type="submit" variant="filled" loading={props.isBusy}>
        {t('labels.rename')}
      </Button>
    </Form>
  )
}
