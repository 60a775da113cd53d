import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { contactLimits } from '#shared/contact.ts'
import type { MailMode } from '#shared/invites.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useDraft } from '#app/session/use-draft.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { usePolling } from '#app/session/use-polling.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { AnswerEmail } from './answer-email.tsx'
import ActConfirmDialog from './confirm-dialog.tsx'
import { OperatorsHeader } from './operators-frame.tsx'
import { answerQuestion, closeQuestion, findQuestion, type Question } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'
import itemStyles from './operators-item.module.css'
import lineStyles from './operators-lines.module.css'

const noAnswer = { answer: '' }
const answerDraft = createDraft('answer', parseTexts(['answer']), { storage: 'tab' })

const isOnItsWay = ({ email_state: state }: Question) => state === 'waiting' || state === 'later'

/** One question, its answer, the way to write it, and what became of its e-mail. */
export default function QuestionPage(props: { question: Question; mailMode: MailMode }) {
  const { t, language } = useTranslation('contact', 'operators', 'questions')
  const { mailMode } = props
  const question = usePolling(
    props.question,
    isOnItsWay,
    async (supabase) => (await findQuestion(supabase, props.question.id)) ?? props.question,
  )
  const isOpen = question.answer === null && question.closed_at === null
  return (
    <>
      <PageHead title={question.title} />
      <p className={itemStyles.back}>
        <Link to={`/${language}/admin/question`}>{t('questions.back')}</Link>
      </p>
      <OperatorsHeader title={question.title} />
      <p className="u-facts">
        <span>{t(`contact.type.${question.type}`)}</span>
        {question.user_id ? (
          <Link to={`/${language}/admin/member/${question.user_id}`} dir="auto">
            {question.asker}
          </Link>
        ) : (
          <span>{t('questions.visitor')}</span>
        )}
        <span>{question.email}</span>
        <span>{t(`questions.askedIn.${question.language}`)}</span>
        <RelativeTime iso={question.created_at} language={language} />
      </p>
      <div className="u-mt6">
        <p className={`u-card ${itemStyles.card} ${itemStyles.text}`} lang={question.language} dir="auto">
          {question.description}
        </p>
      </div>
      {isOpen ? (
        <AnswerForm question={question} mailMode={mailMode} />
      ) : (
        <Outcome question={question} mailMode={mailMode} />
      )}
    </>
  )
}

type AnswerProps = { question: Question; mailMode: MailMode }

function AnswerForm({ question, mailMode }: AnswerProps) {
  const { t } = useTranslation('contact', 'operators', 'questions')
  const { send, isPending } = useOperatorMutation()
  const [isClosing, setIsClosing] = useState(false)
  const draft = useDraft(answerDraft, noAnswer, { id: question.id })
  const { field, submit } = useForm(
    noAnswer,
    ({ answer }) => checked({ answer: checkText(answer, contactLimits.answer) }, () => answer.trim()),
    draft,
  )

  const answer = (text: string) =>
    send(
      async ({ api, uuid }) => {
        await answerQuestion(api, { uuid, question: question.id, answer: text })
        draft.forget()
      },
      { done: t('questions.sent') },
    )
  // The draft of the answer stays stored: closing can be undone.
  const undo = () =>
    void send(async ({ supabase }) => closeQuestion(await supabase(), question.id, false), {
      done: t('questions.reopened'),
    })

  return (
    <Form
      className="u-stack4 u-mt6"
      isBusy={isPending}
      label={t('questions.answer')}
      onSubmit={submit(answer)}
    >
      <TextAreaField
        {...field('answer')}
        label={t('questions.answer')}
        hint={t(
          `questions.hint.${question.user_id ? 'member' : 'visitor'}.${mailMode === 'closed' ? 'kept' : 'mailed'}`,
          {
            email: question.email,
          },
        )}
        isRequired
        rows={8}
        limit={contactLimits.answer}
      />
      <div className="u-wide-row">
        <Button type="submit" variant="filled" loading={isPending}>
          {t('questions.send')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => setIsClosing(true)}>
          {t('questions.close')}
        </Button>
      </div>
      {isClosing && (
        <ActConfirmDialog
          title={t('questions.closeTitle')}
          text={t('questions.closeText')}
          action={t('questions.close')}
          done={{
            message: t('questions.closedToast'),
            action: { label: t('questions.undo'), run: undo },
          }}
          send={async ({ supabase }) => closeQuestion(await supabase(), question.id, true)}
          onClose={() => setIsClosing(false)}
        />
      )}
    </Form>
  )
}

function Outcome({ question, mailMode }: AnswerProps) {
  const { t, language } = useTranslation('contact', 'operators', 'questions')
  const { answer, answered_at: answeredAt, answered_by: answeredBy } = question
  if (answer === null)
    return (
      <p className="u-muted u-ruled u-mt5" role="status">
        {t('questions.closed')}
      </p>
    )
  return (
    <section className="u-mt6" aria-labelledby="answer">
      <h2 id="answer" className={lineStyles.heading}>
        {t('questions.answer')}
      </h2>
      <p className={`u-card ${itemStyles.card} ${itemStyles.text}`} dir="auto">
        {answer}
      </p>
      <div className="u-stack3 u-mt3">
        <p className="u-facts">
          {answeredBy && <span dir="auto">{answeredBy}</span>}
          {answeredAt && <RelativeTime iso={answeredAt} language={language} />}
        </p>
        <AnswerEmail question={question} mailMode={mailMode} />
      </div>
    </section>
  )
}
