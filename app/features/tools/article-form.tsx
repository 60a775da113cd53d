import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { articleLimits, outputLanguages, type OutputLanguage, type Tone } from '#shared/tools.ts'
import type { FieldRule } from '#shared/errors.ts'
import { useWords, type Translate } from '#app/session/words.tsx'
import { SelectField, TextAreaField, TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { FileField } from './file-field.tsx'
import type { ToolFiles } from './use-tool-files.ts'
import { checkDraft, type ArticleDraft, type FieldProblems } from './article-draft.ts'
import styles from './article-form.module.css'

/** The tones that can be chosen today: a tone of one's own comes with its own feature. */
const offeredTones = ['informal', 'formal'] as const satisfies readonly Tone[]

type ArticleFormProps = {
  draft: ArticleDraft
  files: ToolFiles
  problems: FieldProblems
  fileProblem: string | null
  isBusy: boolean
  onDraft: (draft: ArticleDraft) => void
  onProblems: (problems: FieldProblems) => void
  /** Called with a form that passed the checks. */
  onSubmit: () => void
  onExample: () => void
  onReset: () => void
  /** The one action that matters: write, stop, or sign in. */
  action: ReactNode
}

/** The article's form (T05, R29). Errors stand beside their fields and focus goes to the first. */
export function ArticleForm(props: ArticleFormProps) {
  const { t } = useWords()
  const { draft } = props
  const change = (changes: Partial<ArticleDraft>) => {
    const next = { ...draft, ...changes }
    props.onDraft(next)
    if (Object.keys(props.problems).length > 0) void lookAgain(next)
  }
  /** A field that was wrong is looked at again while it is mended, the others only at the next submit. */
  const lookAgain = async (next: ArticleDraft) => {
    const now = await checkDraft(next)
    props.onProblems(
      Object.fromEntries(
        Object.entries(props.problems)
          .filter(([name]) => name in now)
          .map(([name]) => [name, now[name]]),
      ),
    )
  }
  const submit = async (form: HTMLFormElement) => {
    const problems = await checkDraft(draft)
    // Shown before focus looks for what is marked wrong.
    flushSync(() => props.onProblems(problems))
    if (Object.keys(problems).length > 0) return focusFirstError(form)
    props.onSubmit()
  }
  const error = (name: string) => describeProblem(props.problems[name], t)

  return (
    <Form className={styles.form} label={t('tools.form.title')} isBusy={props.isBusy} onSubmit={submit}>
      <header>
        <div className={styles.heading}>
          <h1 className={styles.title}>{t('tools.form.title')}</h1>
          <Button variant="subtle" size="sm" onClick={props.onExample}>
            {t('tools.form.example')}
          </Button>
          <Button variant="subtle" size="sm" onClick={props.onReset}>
            {t('tools.form.reset')}
          </Button>
        </div>
        <p className={styles.lead}>{t('tools.form.lead')}</p>
      </header>
      <TextAreaField
        name="topic"
        label={t('tools.form.topic.label')}
        placeholder={t('tools.form.topic.placeholder')}
        rows={2}
        isRequired
        limit={articleLimits.topic}
        value={draft.topic}
        error={error('topic')}
        onChange={(topic) => change({ topic })}
      />
      <div className={styles.pair}>
        <SelectField
          name="tone"
          label={t('tools.form.tone.label')}
          value={draft.tone}
          error={error('tone')}
          options={offeredTones.map((value) => ({ value, label: t(`tools.tone.${value}`) }))}
          onChange={(tone) => change({ tone: tone as Tone })}
        />
        <SelectField
          name="language"
          label={t('tools.form.language.label')}
          value={draft.language}
          error={error('language')}
          options={outputLanguages.map((value) => ({ value, label: t(`tools.language.${value}`) }))}
          onChange={(language) => change({ language: language as OutputLanguage })}
        />
      </div>
      <TextAreaField
        name="information"
        label={t('tools.form.information.label')}
        placeholder={t('tools.form.information.placeholder')}
        rows={4}
        limit={articleLimits.information}
        value={draft.information}
        error={error('information')}
        onChange={(information) => change({ information })}
      />
      <TextField
        name="target"
        label={t('tools.form.target.label')}
        placeholder={t('tools.form.target.placeholder')}
        limit={articleLimits.target}
        value={draft.target}
        error={error('target')}
        onChange={(target) => change({ target })}
      />
      <FileField files={props.files} problem={props.fileProblem} />
      <p className={styles.notice}>{t('tools.form.notice')}</p>
      <div className={styles.action} data-busy={props.isBusy || undefined}>
        {props.action}
      </div>
    </Form>
  )
}

function describeProblem(
  problem: { rule: FieldRule; count?: number } | undefined,
  t: Translate,
): string | undefined {
  return problem && t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 })
}
