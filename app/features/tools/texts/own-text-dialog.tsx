import { Button } from '@mantine/core'
import { useId, useRef, type DragEvent } from 'react'
import { useNavigate } from 'react-router'
import { findLinks } from '#shared/links.ts'
import { isPaidPlan } from '#shared/payments.ts'
import { contentMaxLength } from '#shared/tools.ts'
import { isDocument, uploadKinds } from '#shared/uploads.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { checked, useForm } from '#app/session/use-form.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import {
  createOwnText,
  readOwnFile,
  readOwnLink,
  readPasted,
  type OwnMaterial,
} from '../forms/own-material.ts'
import { useTranslation } from '#app/session/words.tsx'
import fileStyles from '../forms/file-field.module.css'

const ways = ['paste', 'file', 'link', 'blank'] as const
type Way = (typeof ways)[number]
const accepted = uploadKinds['tool-file'].extensions.filter((extension) => isDocument(`a.${extension}`))

const empty = { way: 'paste' as Way, paste: '', file: null as File | null, link: '' }
/** The field with the error of a way. */
const placeOf = (way: Way) => (way === 'blank' ? 'way' : way)

async function read({ way, paste, file, link }: typeof empty, call: Call): Promise<OwnMaterial> {
  const { api, uuid, supabase } = call
  if (way === 'paste') return readPasted(paste)
  if (way === 'link') return readOwnLink(findLinks(link)[0] ?? '', { api, uuid })
  if (way === 'file' && file) return readOwnFile(file, { api, supabase: await supabase(), uuid })
  return { title: '', text: '' }
}

/** Makes a text from what the member already has, or an empty one. It costs nothing. */
export default function OwnTextDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('history', 'errors')
  const { send, isPending } = useMutation()
  const isPaid = isPaidPlan(useUsage()?.plan)
  const navigate = useNavigate()
  const id = useId()
  const { values, change, field, problemOf, refuse, submit } = useForm(empty, (asked) =>
    checked({ [placeOf(asked.way)]: missing(asked) }, () => asked),
  )
  const { way, file } = values

  function missing({ way: chosen, paste, file: given, link }: typeof empty): string | null {
    if (chosen === 'paste' && !paste.trim()) return t('history.own.noText')
    if (chosen === 'paste' && readPasted(paste).text.length > contentMaxLength)
      return t('errors.field.too_long', { count: contentMaxLength })
    if (chosen === 'file' && !given) return t('history.own.noFile')
    if (chosen === 'file' && !isDocument(given!.name)) return t('errors.only_tool_file_format')
    return chosen === 'link' && !findLinks(link)[0] ? t('history.own.noLink') : null
  }
  const bring = (asked: typeof empty) =>
    send(
      async (call) => {
        const material = await read(asked, call)
        const usual = language === 'ko' ? 'Korean' : 'English'
        const text = await createOwnText(await call.supabase(), material, usual)
        await navigate(`/${language}/tool/use?tool=own&id=${text}`)
      },
      { onError: (text) => refuse({ [placeOf(asked.way)]: text }) },
    )
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
        className="u-stack4"
        label={t('history.own.title')}
        isBusy={isPending}
        onSubmit={submit(bring)}
      >
        <p className="u-muted u-small">{t('history.own.lead')}</p>
        <ChoiceField
          {...field('way')}
          label={t('history.own.way')}
          options={ways.map((value) => ({ value, label: t(`history.own.ways.${value}`) }))}
        />
        {way === 'paste' && (
          <TextAreaField
            {...field('paste')}
            name="text"
            label={t('history.own.text')}
            hint={t('history.own.textHint')}
            rows={8}
          />
        )}
        {way === 'file' && (
          <FileChoice file={file} error={problemOf('file')} onChoose={(chosen) => change({ file: chosen })} />
        )}
        {way === 'link' && !isPaid && (
          <p className="u-middle-row u-note">
            {t('history.own.linkPlan')}{' '}
            <LinkButton to={`/${language}/price`} size="sm">
              {t('tools.plans')}
            </LinkButton>
          </p>
        )}
        {way === 'link' && (
          <TextField
            {...field('link')}
            type="url"
            label={t('history.own.link')}
            hint={t('history.own.linkHint')}
            placeholder="https://"
          />
        )}
        {way === 'blank' && <p className="u-muted u-small">{t('history.own.blankHint')}</p>}
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
  const { t } = useTranslation('history')
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
          <span className="u-ellipsis u-fill" role="status">
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
