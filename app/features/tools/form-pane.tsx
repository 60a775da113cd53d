import { Button } from '@mantine/core'
import { memo, Suspense, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldRule } from '#shared/errors.ts'
import { toolFilesMax, type WritingTool } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { type Translate, useTranslation } from '#app/session/words.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { FileField } from './file-field.tsx'
import { checkDraft } from './form-draft.ts'
import type { FormDraft } from './tool-definition.ts'
import { WriteAction } from './write-action.tsx'
import { useActions, useFormOfTool, useWritingStatus } from './writing-context.ts'
import styles from './tool-form.module.css'
import page from './tool-page.module.css'

const LinkList = lazyWithRetry(() => import('./link-list.tsx'))

/**
 * A tool's form (R29). Errors appear next to their fields and focus moves to the first. A growing text next to it does
 * not render it again, because typing would become slow.
 */
export const FormPane = memo(function FormPane() {
  const { t } = useTranslation()
  const { kit, draft, problems, change: changeDraft, setProblems, files, links } = useFormOfTool()
  const { isBusy, error } = useWritingStatus()
  const { write } = useActions()
  const isOutlineFirst = useRef(false)
  const { tool, Fields } = kit
  const change = (changes: Partial<FormDraft>) => {
    const next = { ...draft, ...changes }
    changeDraft(next)
    if (Object.keys(problems).length > 0) void lookAgain(next)
  }
  /** An invalid field is validated again at each change, the others only at the next submit. */
  const lookAgain = async (next: FormDraft) => {
    const now = await checkDraft(tool, next)
    setProblems(
      Object.fromEntries(
        Object.entries(problems)
          .filter(([field]) => field in now)
          .map(([field]) => [field, now[field]]),
      ),
    )
  }
  const submit = async (form: HTMLFormElement) => {
    const found = await checkDraft(tool, draft)
    // Renders before focus moves to the first invalid field.
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0) return focusFirstError(form)
    const isOutline = isOutlineFirst.current
    isOutlineFirst.current = false
    void write(isOutline)
  }
  return (
    <Form className={styles.form} label={t(`tools.name.${tool}`)} isBusy={isBusy} onSubmit={submit}>
      <FormHeading tool={tool} />
      <Fields
        draft={draft}
        change={change}
        error={(field) => describeProblem(problems[field], t)}
        files={
          toolFilesMax[tool] > 0 && (
            <FileField files={files} problem={error?.field === 'files' ? error.message : null} />
          )
        }
      />
      {links.items.length > 0 && (
        <Suspense>
          <LinkList links={links} />
        </Suspense>
      )}
      <p className={styles.notice}>{t('tools.form.notice')}</p>
      <div className={styles.action} data-action-bar="" data-busy={isBusy || undefined}>
        {/* Next to the button, which stays in view: below the form it would be invisible. */}
        {error && !isBlockingError(error) && !error.field && (
          <div className={page.error} role="alert">
            {t(`errors.${error.code}`)}
          </div>
        )}
        <WriteAction
          onKind={(isOutline) => {
            isOutlineFirst.current = isOutline
          }}
        />
      </div>
    </Form>
  )
})

const FormHeading = memo(function FormHeading({ tool }: { tool: WritingTool }) {
  const { t } = useTranslation('forms')
  const { showExample, reset } = useActions()
  return (
    <header>
      <div className={styles.heading}>
        <h1 className={styles.title}>{t(`tools.name.${tool}`)}</h1>
        <Button variant="subtle" size="sm" onClick={() => void showExample()}>
          {t('tools.form.example')}
        </Button>
        <Button variant="subtle" size="sm" onClick={reset}>
          {t('tools.form.reset')}
        </Button>
      </div>
      <p className={styles.lead}>{t(`forms.lead.${tool}`)}</p>
    </header>
  )
})

function describeProblem(
  problem: { rule: FieldRule; count?: number } | undefined,
  t: Translate,
): string | undefined {
  return problem && t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 })
}
