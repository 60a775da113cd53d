// The composer of each kind of e-mail.
import { emailChanged } from '#server/features/accounts/compose-email-changed.ts'
import { newsConsent } from '#server/features/accounts/compose-news-consent.ts'
import { emailCode } from '#server/features/accounts/email-proof.ts'
import { answerEmail } from '#server/features/contact/compose-answer.ts'
import { invitation, teamInvitation } from '#server/features/invites/compose-invitation.ts'
import { paymentEmails } from '#server/features/payments/compose-email.ts'
import type { EmailComposers } from '#server/email-outbox.ts'

export const emailComposers: EmailComposers = {
  ...paymentEmails,
  email_code: emailCode,
  email_changed: emailChanged,
  news_consent: newsConsent,
  answer: answerEmail,
  invitation,
  team_invitation: teamInvitation,
}
