import { Button } from '@mantine/core'
import { useId, useRef, useState, type DragEvent } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { findLinks } from '#shared/links.ts'
import { contentMaxLength } from '#shared/tools.ts'
import { isDocument, uploadKinds } from '#shared/uploads.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { createOwnText, readOwnFile, readOwnLink, readPasted, type OwnMaterial } from './own-material.ts'
import { useHistoryWords } from './history-words.ts'
import fileStyles from './file-field.module.css'
import styles from './own-text-dialog.module.css'

const ways = ['paste', 'file', 'link', 'blank'] as const
type Way = (typeof ways)[number]
const accepted = uploadKinds['tool-file'].extensions.filter((extension) => isDocument(`a.${extension}`))

/** Makes a text from what the member already has, or an empty one. It costs nothing. */
export default function OwnTextDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useHistoryWords()
  const [way, setWay] = useState<Way>('paste')
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [link, setLink] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { send, isPending } = useMutation()
  const navigate = useNavigate()
  const id = useId()
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      setProblem(null)
      set(value)
    }
  }
  const read = async ({ api, uuid, supabase }: Call): Promise<OwnMaterial> => {
    if (way === 'paste') return readPasted(pasted)
    if (way === 'link') return readOwnLink(findLinks(link)[0] ?? '', { api, uuid })
    if (way === 'file' && file) return readOwnFile(file, { api, supabase: await supabase(), uuid })
    return { title: '', text: '' }
  }
  const missing = (): string | null => {
    if (way === 'paste' && !pasted.trim()) return t('history.own.noText')
    if (way === 'paste' && pasted.length > contentMaxLength)
      return t('errors.field.too_long', { count: contentMaxLength })
    if (way === 'file' && !file) return t('history.own.noFile')
    if (way === 'file' && !isDocument(file!.name)) return t('errors.only_tool_file_format')
    return way === 'link' && !findLinks(link)[0] ? t('history.own.noLink') : null
  }
  const submit = async (form: HTMLFormElement) => {
    const onError = (text: string | null) => {
      flushSync(() => setProblem(text))
      focusFirstError(form)
    }
    const lacks = missing()
    if (lacks) return onError(lacks)
    setProblem(null)
    await send(
      async (call) => {
        const material = await read(call)
        const usual = language === 'ko' ? 'Korean' : 'English'
        const text = await createOwnText(await call.supabase(), material, usual)
        await navigate(`/${language}/tool/use?tool=own&id=${text}`)
      },
      { onError },
    )
  }
  const error = problem ?? undefined
  return (
    <Dialog
      isOpen
      title={t('history.own.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} variant="filled" loading={isPending}>
          {t(way === 'blank' ? 'history.own.begin' : 'history.own.bring')}
        </Button>
      }
    >
      <Form
        id={id}
        className={styles.form}
        label={t('history.own.title')}
        isBusy={isPending}
        onSubmit={(form) => void submit(form)}
      >
        <p className={styles.lead}>{t('history.own.lead')}</p>
        <ChoiceField
          name="way"
          label={t('history.own.way')}
          value={way}
          onChange={change((value: string) => setWay(value as Way))}
          options={ways.map((value) => ({ value, label: t(`history.own.ways.${value}`) }))}
          {...(way === 'blank' ? { error } : {})}
        />
        {way === 'paste' && (
          <TextAreaField
            name="text"
            label={t('history.own.text')}
            hint={t('history.own.textHint')}
            rows={8}
            value={pasted}
            error={error}
            onChange={change(setPasted)}
          />
        )}
        {way === 'file' && <FileChoice file={file} error={error} onChoose={change(setFile)} />}
        {way === 'link' && (
          <TextField
            name="link"
            type="url"
            label={t('history.own.link')}
            hint={t('history.own.linkHint')}
            placeholder="https://"
            value={link}
            error={error}
            onChange={change(setLink)}
          />
        )}
        {way === 'blank' && <p className={styles.lead}>{t('history.own.blankHint')}</p>}
      </Form>
    </Dialog>
  )
}

/** One file, chosen or dropped. */
function FileChoice(props: {
  file: File | null
  error: string | undefined
  onChoose: (file: File | null) => void
}) {
  const { t } = useHistoryWords()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    props.onChoose(event.dataTransfer.files[0] ?? null)
  }
  return (
    <div>
      <span id={`${id}-label`} className={fileStyles.label}>
        {t('history.own.file')}
      </span>
      <div
        className={fileStyles.drop}
        data-invalid={props.error ? true : undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name="file"
          className={fileStyles.input}
          accept={accepted.map((extension) => `.${extension}`).join(',')}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => props.onChoose(event.currentTarget.files?.[0] ?? null)}
        />
        <span className={fileStyles.choose}>
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {t('history.own.choose')}
          </Button>
          <span className={fileStyles.name} role="status">
            {props.file?.name}
          </span>
        </span>
      </div>
      <p id={`${id}-hint`} className={fileStyles.hint}>
        {t('history.own.fileHint')}
      </p>
      {props.error && (
        <p className={fileStyles.error} role="alert">
          {props.error}
        </p>
      )}
    </div>
  )
}
