import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'
import { useShowsText } from '#app/session/open-text.ts'
import { copyText } from './copy-text.ts'
import { EmptyPane } from './empty-pane.tsx'
import { loadExample } from './example.ts'
import { FormPane } from './form-pane.tsx'
import { isGoing } from './run-state.ts'
import { textPaneId } from './text-pane-id.ts'
import { showTextPane, TextPane } from './text-pane.tsx'
import type { FormDraft, ToolDefinition } from './tool-definition.ts'
import { documentOfExample, isPlanned } from './text.ts'
import { useToolForm, type Opened } from './use-tool-form.ts'
import { useWriting } from './use-writing.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-page.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

/** A tool: its form, and next to it the text in all its states: written, edited, saved and shared. */
export function ToolPage<Draft extends FormDraft>({
  kit,
  ...opened
}: Opened & { kit: ToolDefinition<Draft> }) {
  const { t, language } = useTranslation('writing')
  // Stacked panes stay in their first order.
  const [isOpened] = useState(opened.use !== null || opened.example !== null)
  const form = useToolForm(kit, opened)
  const writing = useWriting(kit, form, opened)
  const { run, work, shown, prices, refusal } = writing
  const isBusy = isGoing(run.state)
  useShowsText(isBusy ? null : (work.document?.id ?? null))
  const isStarting = run.state.status === 'starting'
  const hasPlan = shown !== null && isPlanned(shown, kit.tool) && (!isBusy || isStarting)

  const offerUndo = (message: string, run: () => void) =>
    showToast({ message, action: { label: t('writing.form.undo'), run } })
  const actions = useStableCallbacks({
    ...writing.actions,
    changeDraft: form.change,
    showExample: async () => {
      const found = await loadExample(kit.tool, language)
      const before = { draft: form.draft, isEmpty: form.isEmpty, document: work.document }
      writing.setAsked(form.fill(found.draft))
      run.clear()
      if (!work.document?.isDirty) work.open(documentOfExample(found))
      showTextPane()
      if (before.isEmpty) return
      offerUndo(t('writing.form.filled'), () => {
        form.change(before.draft)
        if (!work.document?.isDirty) work.open(before.document)
      })
    },
    reset: () => {
      const putBack = form.reset()
      if (!form.isEmpty) offerUndo(t('writing.form.cleared'), putBack)
      if (!work.document?.id && !isBusy) work.open(null)
    },
    copy: async (text: { plain: string; html?: string }) =>
      showToast({ message: t((await copyText(text)) ? 'writing.save.copied' : 'writing.save.copyFailed') }),
  })
  return (
    <div className={styles.page} data-tool={kit.isOwn ? 'own' : kit.tool} data-opened={isOpened || undefined}>
      {!kit.isOwn && (
        <section className={styles.form} onBlur={form.links.readNew} onPaste={form.links.notePaste}>
          <FormPane
            kit={kit}
            draft={form.draft}
            problems={form.problems}
            refusal={refusal}
            files={form.files}
            links={form.links}
            sources={writing.sources}
            isBusy={isBusy}
            isStopping={run.isStopping}
            hasText={work.document?.id != null}
            actions={actions}
            onProblems={form.setProblems}
          />
        </section>
      )}
      <section
        id={textPaneId}
        // Takes the focus from Stop when the text is written.
        tabIndex={-1}
        aria-label={t('writing.pane.label')}
        className={styles.text}
        data-has-text={shown !== null || undefined}
        data-busy={isBusy || undefined}
      >
        {shown ? (
          <div inert={isStarting} className={styles.shown}>
            <TextPane
              kit={kit}
              shown={shown}
              asked={writing.asked}
              run={run}
              work={work}
              tokens={prices.againTokens}
              images={prices.form.images}
              retryTokens={writing.retryPrice.tokens}
              retryImages={writing.retryPrice.images}
              hasPlan={hasPlan}
              actions={actions}
            />
          </div>
        ) : (
          <EmptyPane isWaiting={isBusy} onExample={actions.showExample} />
        )}
        <LiveRegion text={shown && isStarting ? t('writing.pane.writing') : ''} />
      </section>
      {refusal && isBlockingError(refusal) && (
        <Suspense>
          <BlockingErrorDialog error={refusal} onClose={writing.dropRefusal} />
        </Suspense>
      )}
    </div>
  )
}
