import { memo, Suspense } from 'react'
import type { AppError } from '#shared/errors.ts'
import { toolFilesMax } from '#shared/tools.ts'
import type { PricedForm, SourceSizes } from '#shared/tool-prices.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { useTranslation } from '#app/session/words.tsx'
import { FileField } from './file-field.tsx'
import { ToolForm } from './tool-form.tsx'
import type { FieldProblems, FormDraft, ToolDefinition } from './tool-definition.ts'
import type { ToolLinks } from './use-links.ts'
import type { ToolFiles } from './use-tool-files.ts'
import { WriteAction } from './write-action.tsx'
import styles from './tool-page.module.css'

const LinkList = lazyWithRetry(() => import('./link-list.tsx'))

type FormPaneProps<Draft extends FormDraft> = {
  kit: ToolDefinition<Draft>
  draft: Draft
  problems: FieldProblems
  refusal: AppError | null
  files: ToolFiles
  links: ToolLinks
  /** The known sizes of the files and links to read. */
  sources: SourceSizes
  isBusy: boolean
  isStopping: boolean
  hasText: boolean
  actions: {
    changeDraft: (draft: Draft) => void
    write: () => void
    showExample: () => void
    reset: () => void
    stop: () => void
    chooseKind: (isOutline: boolean) => void
  }
  onProblems: (problems: FieldProblems) => void
}

/**
 * The form with its related controls. A growing text next to it must not render it again, because typing would become
 * slow.
 */
export const FormPane = memo(function FormPane<Draft extends FormDraft>(props: FormPaneProps<Draft>) {
  const { t } = useTranslation()
  const { kit, draft, files, links, refusal, actions } = props
  const { tool } = kit
  const fileProblem = refusal?.field === 'files' ? refusal.message : null
  return (
    <ToolForm
      kit={kit}
      draft={draft}
      files={toolFilesMax[tool] > 0 && <FileField files={files} problem={fileProblem} />}
      links={
        links.items.length > 0 && (
          <Suspense>
            <LinkList links={links} />
          </Suspense>
        )
      }
      problems={props.problems}
      isBusy={props.isBusy}
      onDraft={actions.changeDraft}
      onProblems={props.onProblems}
      onSubmit={actions.write}
      onExample={actions.showExample}
      onReset={actions.reset}
      action={
        <>
          {/* Next to the button, which stays in view: below the form it would be invisible. */}
          {refusal && !isBlockingError(refusal) && !refusal.field && (
            <div className={styles.error} role="alert">
              {t(`errors.${refusal.code}`)}
            </div>
          )}
          <WriteAction
            form={{ ...draft, tool } as unknown as PricedForm}
            sources={props.sources}
            isBusy={props.isBusy}
            isStopping={props.isStopping}
            hasText={props.hasText}
            onStop={actions.stop}
            onKind={actions.chooseKind}
          />
        </>
      }
    />
  )
}) as <Draft extends FormDraft>(props: FormPaneProps<Draft>) => React.ReactNode
