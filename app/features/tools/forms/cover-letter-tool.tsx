import { useEffect, useRef } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { textUnits } from '#shared/measure.ts'
import type { ToolForms } from '#shared/tools-form.ts'
import { coverLetterLimits, instructionsMaxLength } from '#shared/tools.ts'
import type { FormFields } from '#app/session/use-form.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { showToast } from '#app/ui/toast.tsx'
import { EntryList } from './entry-list.tsx'
import { InstructionsField } from './order-fields.tsx'
import { TargetField, ToneAndLanguage } from './shared-fields.tsx'
import { splitQuestion } from './split-question.ts'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tool-form.module.css'

/** Only for texts: a visitor first sees the form. */
const AnswerGauges = lazyWithRetry(() => import('./answer-gauges.tsx'))

export type CoverLetterDraft = ToolForms['cover-letter']
type Question = CoverLetterDraft['questions'][number]

const emptyQuestion: Question = { question: '', limit: 700, unit: 'characters' }

/** The cover letter's form (T08): questions, each with a limit in its own unit. */
function CoverLetterFields(props: FieldsProps<CoverLetterDraft>) {
  const { t } = useTranslation('forms')
  const { form, files } = props
  const takeQuestion = useTakeQuestion(form)
  return (
    <>
      <TextField
        {...form.field('duty')}
        label={t('forms.coverLetter.duty.label')}
        placeholder={t('forms.coverLetter.duty.placeholder')}
        isRequired
        limit={coverLetterLimits.duty}
      />
      <TextAreaField
        {...form.field('posting')}
        label={t('forms.coverLetter.posting.label')}
        placeholder={t('forms.coverLetter.posting.placeholder')}
        rows={2}
        limit={coverLetterLimits.posting}
      />
      <TextAreaField
        {...form.field('introduce')}
        label={t('forms.coverLetter.introduce.label')}
        placeholder={t('forms.coverLetter.introduce.placeholder')}
        rows={4}
        isRequired
        limit={coverLetterLimits.introduce}
      />
      <TextAreaField
        {...form.field('career')}
        label={t('forms.coverLetter.career.label')}
        placeholder={t('forms.coverLetter.career.placeholder')}
        rows={4}
        isRequired
        limit={coverLetterLimits.career}
      />
      <EntryList
        {...form.field('questions')}
        label={t('forms.coverLetter.questions.label')}
        hint={t('forms.coverLetter.questions.hint')}
        max={coverLetterLimits.questionsMax}
        empty={emptyQuestion}
      >
        {(entry, set, index) => (
          <QuestionFields
            entry={entry}
            set={set}
            index={index}
            problemOf={form.problemOf}
            onQuestion={(question) => takeQuestion(index, question)}
          />
        )}
      </EntryList>
      {files}
      <InstructionsField {...props} />
      <ToneAndLanguage {...props} />
      <TargetField
        {...props}
        label={t('forms.coverLetter.target.label')}
        placeholder={t('forms.coverLetter.target.placeholder')}
      />
    </>
  )
}

/** Keyboards of phones enter whole words, and dictation a few at once. In UTF-16 units. */
const pastedMin = 20

/** The notes of a question that was pasted too long go to the wishes; one press undoes it. */
function useTakeQuestion(form: FormFields<CoverLetterDraft>) {
  const { t } = useTranslation('forms')
  const now = useRef(form)
  useEffect(() => {
    now.current = form
  })
  return (index: number, question: string) => {
    const put = (value: string, changes: Partial<CoverLetterDraft> = {}) => {
      const { questions } = now.current.values
      const entry = questions[index]
      if (entry)
        now.current.change({ questions: questions.with(index, { ...entry, question: value }), ...changes })
    }
    const isPasted = question.length - form.values.questions[index]!.question.length >= pastedMin
    const parts = isPasted ? splitQuestion(question, coverLetterLimits.question) : null
    if (!parts) return put(question)
    const { instructions } = now.current.values
    const note = t('forms.coverLetter.note', { number: index + 1, notes: parts.notes })
    // Input before the page is alive may be reported twice.
    if (instructions.split('\n').includes(note)) return put(parts.question)
    const wishes = [instructions, note].filter(Boolean).join('\n')
    if (countCharacters(wishes) > instructionsMaxLength) return put(question)
    put(parts.question, { instructions: wishes })
    /** What was written since stays, and so does a question that has changed its place. */
    const putBack = () => {
      const { questions, instructions: later } = now.current.values
      if (questions[index]?.question !== parts.question) return
      put(question, {
        instructions: later
          .split('\n')
          .filter((line) => line !== note)
          .join('\n'),
      })
    }
    showToast({
      message: t('forms.coverLetter.split'),
      action: { label: t('forms.coverLetter.join'), run: putBack },
    })
  }
}

function QuestionFields(props: {
  entry: Question
  set: (entry: Question) => void
  index: number
  problemOf: FormFields<CoverLetterDraft>['problemOf']
  onQuestion: (question: string) => void
}) {
  const { t } = useTranslation('forms')
  const { entry, set, index } = props
  const name = (field: keyof Question) => `questions.${index}.${field}` as const
  return (
    <>
      <TextField
        name={name('question')}
        label={t('forms.coverLetter.question', { number: index + 1 })}
        placeholder={t('forms.coverLetter.questions.placeholder')}
        isRequired
        limit={coverLetterLimits.question}
        value={entry.question}
        error={props.problemOf(name('question'))}
        onChange={props.onQuestion}
      />
      <div className={styles.limit}>
        <TextField
          name={name('limit')}
          label={t('forms.coverLetter.limit')}
          inputProps={{ inputMode: 'numeric' }}
          value={entry.limit ? String(entry.limit) : ''}
          error={props.problemOf(name('limit'))}
          onChange={(limit) => set({ ...entry, limit: Number(limit.replace(/\D/g, '').slice(0, 5)) })}
        />
        <SelectField
          name={name('unit')}
          label={t('forms.coverLetter.unit')}
          value={entry.unit}
          error={props.problemOf(name('unit'))}
          options={textUnits.map((value) => ({ value, label: t(`forms.unit.${value}`) }))}
          onChange={(unit) => set({ ...entry, unit })}
        />
      </div>
    </>
  )
}

export default createToolPage<CoverLetterDraft>({
  tool: 'cover-letter',
  mainField: 'duty',
  empty: {
    introduce: '',
    career: '',
    duty: '',
    posting: '',
    questions: [emptyQuestion],
    tone: 'formal',
    instructions: '',
    target: '',
  },
  Fields: CoverLetterFields,
  Result: AnswerGauges,
})
