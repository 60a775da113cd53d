import { Button } from '@mantine/core'
import { Suspense, useDeferredValue, useState } from 'react'
import { promptRewardTokens, type PromptState } from '#shared/prompts.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { Form } from '#app/ui/form.tsx'
import type { OwnPrompt } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { PromptPreview } from './prompt-preview.tsx'
import type { CategoryLabels } from './prompts-data.ts'
import { ReviewPanel } from './review-panel.tsx'
import { asDraft, usePromptEditor } from './use-prompt-editor.ts'
import frame from '#app/ui/frame.module.css'
import styles from './edit-page.module.css'

const SignInAgain = lazyWithRetry(() => import('#app/session/sign-in-again.tsx'))
const SimilarDialog = lazyWithRetry(() => import('./similar-dialog.tsx'))
const EditConflictDialog = lazyWithRetry(() => import('./edit-conflict-dialog.tsx'))
const VersionsDialog = lazyWithRetry(() => import('./prompt-versions-dialog.tsx'))

export type PromptEditPageProps = {
  /** The prompt to change, or null for a new one. */
  prompt: OwnPrompt | null
  labels: CategoryLabels
}

/** Creates and changes a prompt: the form, and a preview next to it. */
export default function PromptEditPage({ prompt, labels }: PromptEditPageProps) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const editor = usePromptEditor(prompt)
  const { form } = editor
  const draft = form.values
  const previewed = useDeferredValue(draft.prompt)
  const [isShowingVersions, setIsShowingVersions] = useState(false)
  return (
    <div id="prompt-edit" className={styles.page}>
      <div className={styles.form}>
        <Form
          className={styles.fields}
          label={t('authoring.page.form')}
          isBusy={editor.busy !== null}
          onSubmit={editor.submit}
        >
          <header>
            <h1 className="u-title2">{t(`prompts.page.${prompt ? 'modifyTitle' : 'createTitle'}`)}</h1>
            {!prompt && (
              <p className={frame.lead}>{t('authoring.page.createLead', { tokens: promptRewardTokens })}</p>
            )}
          </header>
          {prompt && (
            <ReviewPanel
              prompt={prompt}
              isDirty={editor.isDirty}
              onVersions={() => setIsShowingVersions(true)}
            />
          )}
          {editor.isRestored && (
            <p className={styles.restored} role="status">
              <span>{t('authoring.action.restored')}</span>
              <Button variant="subtle" size="sm" onClick={editor.discard}>
                {t('authoring.action.discard')}
              </Button>
            </p>
          )}
          <PromptFields form={form} labels={labels} />
          <SaveBar state={prompt?.state ?? null} editor={editor} />
        </Form>
      </div>
      <div className={styles.preview}>
        <PromptPreview text={previewed} language={draft.language} />
      </div>
      {editor.isSignedOut && (
        <Suspense>
          <SignInAgain onClose={editor.closeSignIn} />
        </Suspense>
      )}
      {editor.similar && (
        <Suspense>
          <SimilarDialog
            prompts={editor.similar}
            isBusy={editor.busy !== null}
            onSubmit={() => void editor.submitSimilar()}
            onClose={editor.closeSimilar}
          />
        </Suspense>
      )}
      {prompt && editor.conflict && (
        <Suspense>
          <EditConflictDialog
            promptId={prompt.id}
            draft={draft}
            labels={labels}
            isBusy={editor.busy !== null}
            onMine={(theirs) => void editor.saveMine(theirs)}
            onTheirs={(theirs) => void editor.takeTheirs(theirs)}
            onClose={editor.closeConflict}
          />
        </Suspense>
      )}
      {prompt && isShowingVersions && (
        <Suspense>
          <VersionsDialog
            promptId={prompt.id}
            draft={draft}
            labels={labels}
            onRestore={editor.restore}
            onClose={() => setIsShowingVersions(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function SaveBar(props: { state: PromptState | null; editor: ReturnType<typeof usePromptEditor> }) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const { state, editor } = props
  const isWaiting = state === 'in_review' || state === 'edit_in_review'
  const isReturned = state === 'returned' || state === 'edit_returned'
  const isShown = state === 'published' || (state?.startsWith('edit_') ?? false)
  const submit = isReturned || isWaiting ? 'submitAgain' : isShown ? 'submitEdit' : 'submit'
  const note = isWaiting ? 'withdraws' : isShown ? 'live' : 'kept'
  return (
    <div className={styles.action} data-action-bar="">
      <div className={styles.buttons}>
        <Button
          variant="default"
          loading={editor.busy === 'draft'}
          disabled={editor.busy === 'submit'}
          onClick={({ currentTarget: { form } }) => form && void editor.submit(form, asDraft)}
        >
          {t('authoring.action.draft')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          loading={editor.busy === 'submit'}
          disabled={editor.busy === 'draft'}
        >
          {t(`authoring.action.${submit}`)}
        </Button>
      </div>
      <p className="u-caption u-mt2">{t(`authoring.action.${note}`)}</p>
    </div>
  )
}
