import { Button } from '@mantine/core'
import type { MailMode } from '#shared/invites.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { sendAnswerAgain, type Question } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'

/** The delivery state of an answer's e-mail, and the ways to send it when it failed. */
export function AnswerEmail({ question, mailMode }: { question: Question; mailMode: MailMode }) {
  const { t, language } = useTranslation('contact', 'operators', 'questions')
  const { send, isPending } = useOperatorMutation()
  const { email_state: emailState, email, sent_at: sentAt } = question
  const isUndelivered = emailState === 'failed' || emailState === 'refused' || emailState === 'unknown'
  const state = describe(emailState, mailMode)
  const mayBeSent = mailMode !== 'closed' && (emailState === null || isUndelivered)
  const isByHand =
    emailState === 'failed' || emailState === 'refused' || (emailState === null && mailMode === 'closed')
  return (
    <>
      <p className={isUndelivered ? 'u-problem' : 'u-quiet'} role="status">
        {t(`questions.delivery.${state}`, { email })}{' '}
        {sentAt && <RelativeTime iso={sentAt} language={language} />}
      </p>
      {(mayBeSent || isByHand) && (
        <div className="u-wide-row">
          {mayBeSent && (
            <Button
              variant={isUndelivered ? 'default' : 'filled'}
              loading={isPending}
              onClick={() =>
                void send(({ api, uuid }) => sendAnswerAgain(api, { uuid, question: question.id }))
              }
            >
              {t(isUndelivered ? 'questions.again' : 'questions.mail')}
            </Button>
          )}
          {isByHand && (
            <Button component="a" href={mailto(question)} variant="default">
              {t('questions.byHand')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function describe(emailState: Question['email_state'], mailMode: MailMode) {
  if (emailState === 'sent' && mailMode === 'log') return 'logged'
  // An answer from the command line is marked failed, because that has no mail server.
  if (emailState === 'failed' && mailMode === 'closed') return 'none'
  return emailState ?? 'none'
}

function mailto({ email, title, answer }: Question): string {
  const fields = new URLSearchParams({ subject: `Re: ${title}`, body: answer ?? '' })
  // Mail programs read a plus as a plus.
  return `mailto:${encodeURIComponent(email)}?${fields.toString().replaceAll('+', '%20')}`
}
