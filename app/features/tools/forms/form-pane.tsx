import { Button } from '@mantine/core'
import { memo, Suspense } from 'react'
import { toolFilesMax, type WritingTool } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { useTranslation } from '#app/session/words.tsx'
import { Form } from '#app/ui/form.tsx'
import { FileField } from './file-field.tsx'
import { outlineFirst, WriteAction } from './write-action.tsx'
import { useActions, useFormOfTool, useWritingStatus } from '../writing/writing-context.ts'
import styles from './tool-form.module.css'
import page from '../writing/tool-page.module.css'

const LinkList = lazyWithRetry(() => import('./link-list.tsx'))

/**
 * A tool's form (R29). Errors appear next to their fields and focus moves to the first. A growing text next to it does
 * not render it again, because typing would become slow.
 */
export const FormPane = memo(function FormPane() {
  const { t } = useTranslation('errors')
  const { kit, form, files, links } = useFormOfTool()
  const { isBusy, error } = useWritingStatus()
  const { write } = useActions()
  const { tool, Fields } = kit
  return (
    <Form
      className="u-stack4"
      label={t(`tools.name.${tool}`)}
      isBusy={isBusy}
      onSubmit={form.submit((draft, pressed) => write(draft, pressed === outlineFirst))}
    >
      <FormHeading tool={tool} />
      <Fields
        form={form}
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
      <p className="u-caption">{t('tools.form.notice')}</p>
      <div className={styles.action} data-action-bar="" data-busy={isBusy || undefined}>
        {/* Next to the button, which stays in view: below the form it would be invisible. */}
        {error && !isBlockingError(error) && error.field !== 'files' && (
          <div className={page.error} role="alert">
            {t(`errors.${error.code}`)}
          </div>
        )}
        <WriteAction />
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
      <p className="u-note u-mt1">{t(`forms.lead.${tool}`)}</p>
    </header>
  )
})
