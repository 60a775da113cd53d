import { memo, Suspense } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useShownText } from './writing-context.ts'
import styles from './tool-page.module.css'

// A visitor first sees the form: the code for texts loads with the first text.
const RunNotes = lazyWithRetry(() => import('./run-notes.tsx'))
const WritingPane = lazyWithRetry(() => import('./writing-pane.tsx'))
const DocumentActions = lazyWithRetry(() => import('./document-actions.tsx'))
const OutlineEditor = lazyWithRetry(() => import('./outline-editor.tsx'))
const ReadSources = lazyWithRetry(() => import('./read-sources.tsx'))
const SectionsPanel = lazyWithRetry(() => import('./sections-panel.tsx'))
const BlanksPanel = lazyWithRetry(() => import('../editing/blanks-panel.tsx'))
const TextCounts = lazyWithRetry(() => import('../editing/text-counts.tsx'))

/** Only for texts in the member's own tone. */
const OwnManner = lazyWithRetry(() => import('../forms/own-manner.tsx'))

/** The text next to the form, or its outline. Typing in the form does not render it again. */
export const TextPane = memo(function TextPane() {
  const { kit, shown, content, asked, phase, isEditable, hasPlan } = useShownText()
  const notes = (
    <Suspense>
      <RunNotes />
    </Suspense>
  )
  if (hasPlan)
    return (
      <Suspense>
        <div className={styles.notes}>{notes}</div>
        <OutlineEditor key={shown.key} />
      </Suspense>
    )
  return (
    <Suspense>
      <WritingPane
        notes={notes}
        actions={
          isEditable && (
            <Suspense>
              <DocumentActions key={shown.id} />
            </Suspense>
          )
        }
        above={
          isEditable && (
            <Suspense>
              <BlanksPanel key={shown.key} />
            </Suspense>
          )
        }
        below={
          <>
            {phase !== 'running' && (
              <Suspense>
                {/* Not by its key, which a restored draft changes: an open form stays. */}
                <TextCounts key={shown.id} />
              </Suspense>
            )}
            {phase !== 'running' && asked.tone === 'custom' && (
              <Suspense>
                <OwnManner content={content} />
              </Suspense>
            )}
            {(shown.sources.length > 0 || shown.leftOut.length > 0) && (
              <Suspense>
                <ReadSources sources={shown.sources} leftOut={shown.leftOut} />
              </Suspense>
            )}
            {kit.Result && (
              <Suspense>
                <kit.Result asked={asked} />
              </Suspense>
            )}
            {phase !== 'running' && (
              <Suspense>
                <SectionsPanel />
              </Suspense>
            )}
          </>
        }
      />
    </Suspense>
  )
})
