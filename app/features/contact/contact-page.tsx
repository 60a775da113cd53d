import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { contactLimits, contactTypes } from '#shared/contact.ts'
import { useMember } from '#app/session/root-data.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import type { OwnQuestion } from './contact-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useContact } from './use-contact.ts'
import frame from '#app/ui/frame.module.css'
import styles from './contact-page.module.css'

type ContactPageProps = {
  questions: OwnQuestion[]
  /** Whether the server sends e-mails, so that an answer arrives as one too. */
  isMailed: boolean
  /** Asks a member without an address whether to use this one; null for all others. */
  askAddress: ((email: string) => ReactNode) | null
}

/** A question to us (O03, O04), and to a member the own questions with their answers. */
export function ContactPage({ questions, isMailed, askAddress }: ContactPageProps) {
  const { t } = useTranslation('contact')
  return (
    <div className={frame.reading}>
      <h1 className={frame.title}>{t('contact.title')}</h1>
      <p className="u-muted u-mt2">{t('contact.lead')}</p>
      <QuestionForm isMailed={isMailed} askAddress={askAddress} />
      {questions.length > 0 && (
        <section className="u-mt7" aria-labelledby="own-questions">
          <h2 id="own-questions" className="u-title3">
            {t('contact.own.title')}
          </h2>
          {questions.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </section>
      )}
    </div>
  )
}

function QuestionForm({ isMailed, askAddress }: Omit<ContactPageProps, 'questions'>) {
  const { t } = useTranslation('contact')
  const member = useMember()
  const { draft, isPending, problem, sentTo, field, submit, again } = useContact()
  // Without an e-mail server an operator answers a visitor by hand, at the same address.
  const comes = member === null ? 'mail' : isMailed && draft.email.trim() !== '' ? 'both' : 'page'
  if (sentTo !== null)
    return (
      <>
        <div className={`u-card ${styles.sent}`} role="status">
          <h2 className="u-title3">{t('contact.sent.title')}</h2>
          <p>
            {t(`contact.sent.${member === null ? 'visitor' : isMailed ? 'member' : 'kept'}`, {
              email: sentTo,
            })}
          </p>
          <Button variant="default" onClick={again}>
            {t('contact.sent.more')}
          </Button>
        </div>
        {askAddress?.(sentTo)}
      </>
    )
  return (
    <Form className="u-stack5 u-mt6" isBusy={isPending} label={t('contact.title')} onSubmit={submit}>
      <ChoiceField
        {...field('type')}
        label={t('contact.type.label')}
        options={contactTypes.map((type) => ({ value: type, label: t(`contact.type.${type}`) }))}
        columns="wide"
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('contact.email')}
        placeholder={t('contact.emailPlaceholder')}
        isRequired
        inputProps={{ autoComplete: 'email' }}
      />
      <TextField {...field('title')} label={t('contact.subject')} isRequired limit={contactLimits.title} />
      <TextAreaField
        {...field('description')}
        label={t('contact.text')}
        placeholder={t('contact.textPlaceholder')}
        isRequired
        rows={8}
        limit={contactLimits.description}
      />
      {problem && (
        <p className={styles.failed} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.action}>
        <Button type="submit" loading={isPending}>
          {t('contact.send')}
        </Button>
        <div className={styles.notes}>
          <p className="u-quiet">{t(`contact.comes.${comes}`)}</p>
          <p className="u-quiet">{t('contact.privacy')}</p>
        </div>
      </div>
    </Form>
  )
}

function Question({ question }: { question: OwnQuestion }) {
  const { language, t } = useTranslation('contact')
  const { answer } = question
  const state = answer !== null ? 'answered' : question.closed_at ? 'closed' : 'waiting'
  return (
    <details className={styles.question} open={answer !== null}>
      <summary className={styles.summary}>
        <span className="u-bold u-breakable" dir="auto">
          {question.title}
        </span>
        <span className="u-quiet">
          {t(`contact.own.${state}`)} · <RelativeTime iso={question.created_at} language={language} />
        </span>
      </summary>
      <p className={styles.text} dir="auto">
        {question.description}
      </p>
      {answer !== null && (
        <div className={styles.answer}>
          <strong>{t('contact.own.answer')}</strong>
          <p className={styles.text} dir="auto">
            {answer}
          </p>
        </div>
      )}
    </details>
  )
}
