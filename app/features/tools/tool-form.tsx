import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FieldRule } from '#shared/errors.ts'
import type { WritingTool } from '#shared/tools.ts'
import { type Translate, useTranslation } from '#app/session/words.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { checkDraft } from './form-draft.ts'
import type { FieldProblems, FormDraft, ToolDefinition } from './tool-definition.ts'
import styles from './tool-form.module.css'

type ToolFormProps<Draft extends FormDraft> = {
  kit: ToolDefinition<Draft>
  draft: Draft
  files: ReactNode
  links: ReactNode
  problems: FieldProblems
  isBusy: boolean
  onDraft: (draft: Draft) => void
  onProblems: (problems: FieldProblems) => void
  /** Called with a form that passed the checks. */
  onSubmit: () => void
  onExample: () => void
  onReset: () => void
  /** The main action: write, stop, or sign in. */
  action: ReactNode
}

/** A tool's form (R29). Errors appear next to their fields and focus moves to the first. */
export function ToolForm<Draft extends FormDraft>(props: ToolFormProps<Draft>) {
  const { t } = useTranslation()
  const { kit, draft } = props
  const { Fields } = kit
  const name = t(`tools.name.${kit.tool}`)
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    props.onDraft(next)
    if (Object.keys(props.problems).length > 0) void lookAgain(next)
  }
  /** An invalid field is validated again at each change, the others only at the next submit. */
  const lookAgain = async (next: Draft) => {
    const now = await checkDraft(kit.tool, next)
    props.onProblems(
      Object.fromEntries(
        Object.entries(props.problems)
          .filter(([field]) => field in now)
          .map(([field]) => [field, now[field]]),
      ),
    )
  }
  const submit = async (form: HTMLFormElement) => {
    const problems = await checkDraft(kit.tool, draft)
    // Renders before focus moves to the first invalid field.
    flushSync(() => props.onProblems(problems))
    if (Object.keys(problems).length > 0) return focusFirstError(form)
    props.onSubmit()
  }

  return (
    <Form className={styles.form} label={name} isBusy={props.isBusy} onSubmit={submit}>
      <FormHeading tool={kit.tool} onExample={props.onExample} onReset={props.onReset} />
      <Fields
        draft={draft}
        change={change}
        error={(field) => describeProblem(props.problems[field], t)}
        files={props.files}
      />
      {props.links}
      <p className={styles.notice}>{t('tools.form.notice')}</p>
      <div className={styles.action} data-action-bar="" data-busy={props.isBusy || undefined}>
        {props.action}
      </div>
    </Form>
  )
}

const FormHeading = memo(function FormHeading(props: {
  tool: WritingTool
  onExample: () => void
  onReset: () => void
}) {
  const { t } = useTranslation('forms')
  return (
    <header>
      <div className={styles.heading}>
        <h1 className={styles.title}>{t(`tools.name.${props.tool}`)}</h1>
        <Button variant="subtle" size="sm" onClick={props.onExample}>
          {t('tools.form.example')}
        </Button>
        <Button variant="subtle" size="sm" onClick={props.onReset}>
          {t('tools.form.reset')}
        </Button>
      </div>
      <p className={styles.lead}>{t(`forms.lead.${props.tool}`)}</p>
    </header>
  )
})

function describeProblem(
  problem: { rule: FieldRule; count?: number } | undefined,
  t: Translate,
): string | undefined {
  return problem && t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 })
}
