import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { deletePrompt, hidePrompt, type OwnPrompt } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { StateMark } from './state-mark.tsx'
import styles from './review-panel.module.css'

/** The state of the prompt's review, the next step, and the author's other actions. */
export function ReviewPanel({
  prompt,
  isDirty,
  onVersions,
}: {
  prompt: OwnPrompt
  /** The form has unsaved changes: a run would not use them. */
  isDirty: boolean
  onVersions: () => void
}) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts', 'errors')
  const actions = usePromptActions(prompt)
  const [isAsking, setIsAsking] = useState(false)
  const { state, reason, isShown } = prompt
  return (
    <section className={`u-surface ${styles.panel}`} aria-label={t('library.state.label')}>
      <p className={styles.state}>
        <StateMark state={state} />
        <span>{t(`library.state.${state}.text`)}</span>
      </p>
      {reason && (
        <blockquote className={styles.reason}>
          <strong>{t('library.state.reason')}</strong>
          <p dir="auto">{reason}</p>
        </blockquote>
      )}
      <div className="u-row">
        {/* A run uses the stored text; for a shown prompt that is the version with the edit. */}
        {!isDirty && state !== 'published' && (
          <LinkButton
            to={`/${language}/prompt/use?id=${prompt.id}${isShown ? `&version=${prompt.version}` : ''}`}
            size="sm"
          >
            {t('authoring.action.try')}
          </LinkButton>
        )}
        <LinkButton to={`/${language}/prompt/detail/${prompt.id}`} size="sm">
          {t(`library.state.${isShown ? 'view' : 'viewOwn'}`)}
        </LinkButton>
        <Button variant="default" size="sm" onClick={onVersions}>
          {t('authoring.versions.open')}
        </Button>
        {(isShown || state === 'hidden') && (
          <Button
            variant="default"
            size="sm"
            loading={actions.isPending}
            onClick={() => void actions.hide(isShown)}
          >
            {t(`library.state.${isShown ? 'hide' : 'show'}`)}
          </Button>
        )}
        <Button variant="subtle" size="sm" onClick={() => setIsAsking(true)}>
          {t('library.state.delete')}
        </Button>
      </div>
      {isDirty && (
        <p className="u-caption">
          {t('errors.save_first')} {t('authoring.action.tryLater')}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('authoring.delete.title')}
          text={t('authoring.delete.text')}
          action={t('authoring.delete.confirm')}
          cancelLabel={t('authoring.delete.cancel')}
          closeLabel={t('site.close')}
          isBusy={actions.isPending}
          onConfirm={() => void actions.remove()}
          onClose={() => setIsAsking(false)}
        >
          {isShown && <p>{t('authoring.delete.hideInstead')}</p>}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Hiding can be undone and needs no confirmation; deleting cannot. */
function usePromptActions({ id }: OwnPrompt) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  const navigate = useNavigate()
  const { send, isPending } = useMutation()

  const hide = (isHidden: boolean): Promise<boolean> =>
    send(async ({ supabase }) => hidePrompt(await supabase(), id, isHidden), {
      revalidates: true,
      done: {
        message: t(`library.state.${isHidden ? 'hiddenDone' : 'shownDone'}`),
        action: { label: t('library.state.undo'), run: () => void hide(!isHidden) },
      },
    })
  return {
    isPending,
    hide,
    remove: () =>
      send(
        async ({ supabase, uuid }) => {
          await deletePrompt(await supabase(), id, uuid)
          await navigate(`/${language}/my/create`)
        },
        { done: t('authoring.delete.done') },
      ),
  }
}
