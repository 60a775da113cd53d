import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Supabase } from '#app/session/supabase.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { deleteLabel, labelLimits, renameLabel, type OwnLabel } from './labels-data.ts'
import { useTranslation } from '#app/session/words.tsx'
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
  const { t } = useTranslation('labels')
  const [open, setOpen] = useState<{ name: string; action: 'rename' | 'delete' } | null>(null)
  const { send, isPending } = useMutation()

  const change = (name: string, done: string, work: (supabase: Supabase) => Promise<string | null>) =>
    send(
      async ({ supabase }) => {
        const newName = await work(await supabase())
        setOpen(null)
        props.onChanged(name, newName)
      },
      { done },
    )
  const rename = (name: string, newName: string) =>
    change(name, t('labels.renamed'), (supabase) => renameLabel(supabase, name, newName))
  const remove = (name: string) =>
    change(name, t('labels.deleted', { name }), async (supabase) => {
      await deleteLabel(supabase, name)
      return null
    })

  return (
    <Dialog isOpen title={t('labels.manage')} closeLabel={t('site.close')} onClose={props.onClose}>
      {props.labels.length === 0 && <p>{t('labels.empty')}</p>}
      <ul className={styles.options} aria-label={t('labels.list')}>
        {props.labels.map(({ name, count }) => (
          <li key={name} className={styles.row}>
            {open?.name === name && open.action === 'rename' ? (
              <RenameLabel name={name} isBusy={isPending} onRename={(newName) => rename(name, newName)} />
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
                <Button size="sm" variant="filled" loading={isPending} onClick={() => void remove(name)}>
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

function RenameLabel(props: {
  name: string
  isBusy: boolean
  onRename: (newName: string) => Promise<unknown>
}) {
  const { t } = useTranslation('labels')
  const { field, submit } = useForm({ name: props.name }, ({ name }) =>
    checked({ name: name.trim() ? checkText(name, labelLimits.name) : t('labels.nameEmpty') }, () =>
      name.trim(),
    ),
  )
  return (
    <Form
      className={styles.rename}
      label={t('labels.renameOf', { name: props.name })}
      isBusy={props.isBusy}
      onSubmit={submit(props.onRename)}
    >
      <TextField
        {...field('name')}
        label={t('labels.name')}
        limit={labelLimits.name}
        inputProps={{ autoFocus: true, autoComplete: 'off' }}
      />
      <Button type="submit" variant="filled" loading={props.isBusy}>
        {t('labels.rename')}
      </Button>
    </Form>
  )
}
