import { Suspense, useState, type ReactNode } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { useShowsText } from '#app/session/open-text.ts'
import { EmptyPane } from './empty-pane.tsx'
import { FormPane } from '../forms/form-pane.tsx'
import { textPaneId } from './text-pane-id.ts'
import { TextPane } from './text-pane.tsx'
import type { FormDraft, ToolDefinition } from '../forms/tool-definition.ts'
import { useToolForm, type Opened } from '../forms/use-tool-form.ts'
import { useWriting } from './use-writing.ts'
import {
  ShownTextContext,
  ToolFormContext,
  useActions,
  useFormOfTool,
  useWritingStatus,
  WritingActionsContext,
  WritingStatusContext,
} from './writing-context.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-page.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

type PageProps = { kit: ToolDefinition; opened: Opened }

/** The page of a tool: its form, and next to it the text in all its states: written, edited, saved and shared. */
export function createToolPage<Draft extends FormDraft>(definition: ToolDefinition<Draft>) {
  // The panes know the fields of no tool. Its own components get a draft that began with its own `empty`.
  const kit = definition as unknown as ToolDefinition
  return function ToolPage(opened: Opened) {
    return (
      <WithForm kit={kit} opened={opened}>
        <WithWriting kit={kit} opened={opened} />
      </WithForm>
    )
  }
}

function WithForm({ kit, opened, children }: PageProps & { children: ReactNode }) {
  const form = useToolForm(kit, opened)
  return <ToolFormContext value={form}>{children}</ToolFormContext>
}

function WithWriting({ kit, opened }: PageProps) {
  const form = useFormOfTool()
  const { text, status, actions } = useWriting(kit, form, opened)
  // Stacked panes stay in their first order.
  const [isOpened] = useState(opened.use !== null || opened.example !== null)
  useShowsText(status.isBusy ? null : status.openId)
  return (
    <WritingActionsContext value={actions}>
      <WritingStatusContext value={status}>
        <ShownTextContext value={text}>
          <div
            className={styles.page}
            data-tool={kit.isOwn ? 'own' : kit.tool}
            data-opened={isOpened || undefined}
          >
            {!kit.isOwn && (
              <section className={styles.form} onBlur={form.links.readNew} onPaste={form.links.notePaste}>
                <FormPane />
              </section>
            )}
            <TextSection hasText={text !== null} />
            <BlockingError />
          </div>
        </ShownTextContext>
      </WritingStatusContext>
    </WritingActionsContext>
  )
}

function TextSection({ hasText }: { hasText: boolean }) {
  const { t } = useTranslation('writing')
  const { phase, isBusy } = useWritingStatus()
  const isStarting = phase === 'starting'
  return (
    <section
      id={textPaneId}
      // Takes the focus from Stop when the text is written.
      tabIndex={-1}
      aria-label={t('writing.pane.label')}
      className={styles.text}
      data-busy={isBusy || undefined}
    >
      {hasText ? (
        <div inert={isStarting} className={styles.shown}>
          <TextPane />
        </div>
      ) : (
        <EmptyPane />
      )}
      <LiveRegion text={hasText && isStarting ? t('writing.pane.writing') : ''} />
    </section>
  )
}

function BlockingError() {
  const { error } = useWritingStatus()
  const { dismissError } = useActions()
  if (!error || !isBlockingError(error)) return null
  return (
    <Suspense>
      <BlockingErrorDialog error={error} onClose={dismissError} />
    </Suspense>
  )
}
