import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { publicationLimits, publicationTypes, type PublicationKind } from '#shared/articles.ts'
import { languages, type Language } from '#shared/language.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { OperatorsHeader } from './operators-frame.tsx'
import type { StoredPublication } from './operators-data.ts'
import type { PublicationDraft } from './publication-draft.ts'
import { PublicationTime } from './publication-time.tsx'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { usePublication } from './use-publication.ts'
import itemStyles from './operators-item.module.css'
import styles from './publication-page.module.css'

// Opened by a press.
const ConfirmDialog = lazyWithRetry(() => import('./confirm-dialog.tsx'))

type Editor = ReturnType<typeof usePublication>

/**
 * Writes a notice or an article in both languages side by side.
 * @param props.preview one language as the site shows it
 */
export function PublicationPage(props: {
  kind: PublicationKind
  stored: StoredPublication | null
  preview: (draft: PublicationDraft, language: Language) => ReactNode
}) {
  const { t, language } = useTranslation('operators', 'publishing')
  const { kind, stored } = props
  const editor = usePublication(kind, stored)
  const { draft } = editor
  const [isPreview, setIsPreview] = useState(false)
  const isShown = stored?.is_shown ?? false
  return (
    <div className="u-narrowable">
      <p className={itemStyles.back}>
        <Link to={`/${language}/admin/publication?kind=${kind}`}>{t('publishing.back')}</Link>
      </p>
      <OperatorsHeader title={t(stored ? `publishing.edit.${kind}` : `publishing.create.${kind}`)}>
        {isShown && stored && (
          <LinkButton to={`/${language}/${kind}/detail/${stored.id}`}>{t('publishing.view')}</LinkButton>
        )}
        <Button variant="default" aria-pressed={isPreview} onClick={() => setIsPreview(!isPreview)}>
          {t(isPreview ? 'publishing.write' : 'publishing.preview')}
        </Button>
      </OperatorsHeader>
      <Warnings editor={editor} />
      <Form
        className={styles.form}
        isBusy={editor.isPending}
        label={t(`publishing.edit.${kind}`)}
        onSubmit={(form) => {
          if (editor.save()) return
          // The errors appear next to the fields.
          setIsPreview(false)
          focusFirstError(form)
        }}
      >
        {isPreview ? (
          <div className={styles.sides}>
            {languages.map((side) => (
              <section key={side} aria-label={t(`publishing.language.${side}`)}>
                <div lang={side}>{props.preview(draft, side)}</div>
              </section>
            ))}
          </div>
        ) : (
          <Fields kind={kind} editor={editor} isAnnounced={Boolean(stored?.announced_at)} />
        )}
        <PublicationTime
          draft={draft}
          isShown={isShown}
          problem={editor.problems.at}
          onChange={editor.change}
        />
        <Actions stored={stored} editor={editor} isShown={isShown} />
      </Form>
    </div>
  )
}

function Warnings({ editor }: { editor: Editor }) {
  const { t } = useTranslation('operators', 'publishing')
  if (editor.isConflict)
    return (
      <div className={`u-actions ${styles.warning}`} role="alert">
        <p>{t('publishing.conflict')}</p>
        <Button size="sm" variant="default" disabled={editor.isPending} onClick={editor.takeStored}>
          {t('publishing.takeTheirs')}
        </Button>
        <Button size="sm" variant="default" disabled={editor.isPending} onClick={() => editor.overwrite()}>
          {t('publishing.overwrite')}
        </Button>
      </div>
    )
  if (!editor.isRestored) return null
  return (
    <div className={`u-actions ${styles.warning}`} role="status">
      <p>{t('publishing.restored')}</p>
      <Button size="sm" variant="default" onClick={editor.takeStored}>
        {t('publishing.discard')}
      </Button>
    </div>
  )
}

function Fields(props: { kind: PublicationKind; editor: Editor; isAnnounced: boolean }) {
  const { t } = useTranslation('operators', 'publishing')
  const { kind, editor } = props
  const { draft, change } = editor
  return (
    <>
      <ChoiceField
        name="type"
        label={t('publishing.type')}
        value={draft.type}
        onChange={(type) => change({ type })}
        options={publicationTypes[kind].map((type) => ({
          value: type,
          label: t(`publishing.types.${kind}.${type}` as TranslationKey<'operators' | 'publishing'>),
        }))}
      />
      <div className={styles.sides}>
        {languages.map((side) => (
          <Side key={side} side={side} editor={editor} />
        ))}
      </div>
      {kind === 'notice' && (
        <label className={styles.important}>
          <input
            type="checkbox"
            checked={draft.is_important}
            disabled={props.isAnnounced}
            onChange={(event) => change({ is_important: event.currentTarget.checked })}
          />
          <span>
            {t('publishing.important')}
            <small>{t(props.isAnnounced ? 'publishing.announced' : 'publishing.importantNote')}</small>
          </span>
        </label>
      )}
    </>
  )
}

function Side({ side, editor }: { side: Language; editor: Editor }) {
  const { t } = useTranslation('operators', 'publishing', 'errors')
  const fields = (['title', 'summary', 'content'] as const).map((part) => {
    const name = `${part}_${side}` as const
    const problem = editor.problems[name]
    return {
      name,
      label: t(`publishing.field.${part}`),
      limit: publicationLimits[name],
      value: editor.draft[name],
      error: problem && t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 }),
      textLanguage: { lang: side, dir: 'ltr' as const },
      onChange: (value: string) => editor.change({ [name]: value }),
    }
  })
  const [title, summary, content] = fields
  return (
    <fieldset className={styles.side}>
      <legend>{t(`publishing.language.${side}`)}</legend>
      <TextField {...title!} />
      <TextAreaField {...summary!} rows={3} />
      <TextAreaField {...content!} rows={18} />
    </fieldset>
  )
}

function Actions(props: { stored: StoredPublication | null; editor: Editor; isShown: boolean }) {
  const { t } = useTranslation('operators', 'publishing')
  const { stored, editor } = props
  const { publish } = editor.draft
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className={itemStyles.bar}>
      <p className="u-quiet">{stored && t('publishing.key', { key: stored.key })}</p>
      {stored && stored.published_at === null && (
        <Button variant="default" disabled={editor.isPending} onClick={() => setIsDeleting(true)}>
          {t('publishing.delete')}
        </Button>
      )}
      <Button type="submit" variant="filled" loading={editor.isPending}>
        {t(`publishing.save.${publish === 'now' && props.isShown ? 'again' : publish}`)}
      </Button>
      {isDeleting && (
        <Suspense>
          <ConfirmDialog
            title={t('publishing.deleteTitle')}
            text={t('publishing.deleteText')}
            action={t('publishing.delete')}
            done={t('publishing.deleted')}
            send={editor.remove}
            onClose={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
