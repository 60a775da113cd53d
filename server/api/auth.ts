// Routes under /v1/auth: the member's own account.
import { Hono } from 'hono'
import { clientNetwork } from '#server/client-address.ts'
import { requestLanguage } from '#server/error-words.ts'
import { deleteAccount, issueDeletionToken } from '#server/features/accounts/delete-account.ts'
import { hasEmail, proveEmail, sendEmailCode } from '#server/features/accounts/email-proof.ts'
import { makeRecoveryCodes, recoverAccount } from '#server/features/accounts/factor-recovery.ts'
import { signUp } from '#server/features/accounts/sign-up.ts'
import { recordConsents } from '#server/features/accounts/record-consents.ts'
import { updateProfile } from '#server/features/accounts/update-profile.ts'
import { inviteByMail } from '#server/features/invites/invite-emails.ts'
import { inviteToTeam } from '#server/features/invites/team-invites.ts'
import type { Dependencies } from '#server/dependencies.ts'
import {
  deletionBody,
  deletionTokenBody,
  emailBody,
  emailCodeBody,
  profileBody,
  recoveryBody,
  signUpBody,
} from '#shared/accounts.ts'
import { consentSchema } from '#shared/consents-form.ts'
import { AppError } from '#shared/errors.ts'
import { inviteMailSchema, teamInviteSchema } from '#shared/invites-form.ts'
import { readMemberRequest } from './member-request.ts'
import { parseFields, readJson } from './request-body.ts'
import { requireFreshMember, requireHalfSession, requireMember, requireSubject } from './require-member.ts'

type Body = Record<string, unknown>

export function authRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/sign/up', async (c) => {
      const subject = await requireSubject(c, deps)
      const body = await readJson(c.req.raw)
      if (body.uuid === undefined) throw new AppError('missing_uuid')
      const { lang, uuid } = parseFields(signUpBody, body)
      return c.json({ result: await signUp(deps, { userId: subject.id, identityId: uuid, language: lang }) })
    })
    .post('/sign/delete/token', async (c) => {
      let body: Body = {}
      const leaver = await requireFreshMember(c, deps, async () => (body = await readJson(c.req.raw)).uuid)
      parseFields(deletionTokenBody, body)
      return c.json({ result: await issueDeletionToken(deps, leaver) })
    })
    .post('/sign/delete', async (c) => {
      let body: Body = {}
      const leaver = await requireFreshMember(c, deps, async () => (body = await readJson(c.req.raw)).uuid)
      if (body.token === undefined) throw new AppError('deletion_expired')
      const { token } = parseFields(deletionBody, body)
      return c.json({ result: await deleteAccount(deps, { ...leaver, token }) })
    })
    .post('/user/update', async (c) => {
      let body: Body = {}
      const member = await requireMember(c, deps, async () => (body = await readJson(c.req.raw)).uuid)
      if (body.update === undefined) throw new AppError('missing_update_info')
      const { update } = parseFields(profileBody, body)
      return c.json({
        result: await updateProfile(deps, {
          userId: member.id,
          update,
          language: requestLanguage(c.req.raw),
        }),
      })
    })
    .post('/user/consent', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const form = parseFields(consentSchema, fields)
      const language = requestLanguage(c.req.raw)
      await recordConsents(deps, { memberId: member.id, form, language })
      return c.json({ result: true })
    })
    .post('/user/email', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { email } = parseFields(emailBody, fields)
      // A stolen session must not redirect receipts to another address.
      if (await hasEmail(deps, member.id)) await requireFreshMember(c, deps, () => member.id)
      const sender = clientNetwork(c, deps.config)
      const language = requestLanguage(c.req.raw)
      await sendEmailCode(deps, { memberId: member.id, sender, email, language })
      return c.json({ result: true })
    })
    .post('/user/email/verify', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { code } = parseFields(emailCodeBody, fields)
      return c.json({ result: await proveEmail(deps, { memberId: member.id, code }) })
    })
    .post('/factor/codes', async (c) => {
      const read = async () => (await readJson(c.req.raw)).uuid
      const { id, assurance } = await requireFreshMember(c, deps, read)
      // Recovery codes replace a second factor, so they need one.
      if (assurance !== 'aal2') throw new AppError('second_factor_required')
      return c.json({ result: await makeRecoveryCodes(deps, id) })
    })
    .post('/factor/recover', async (c) => {
      let body: Body = {}
      const { id } = await requireHalfSession(c, deps, async () => (body = await readJson(c.req.raw)).uuid)
      const { uuid: _, ...fields } = body
      const { code } = parseFields(recoveryBody, fields)
      await recoverAccount(deps, { memberId: id, code })
      return c.json({ result: true })
    })
    .post('/user/invite/by/email', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { emails } = parseFields(inviteMailSchema, fields)
      const sender = clientNetwork(c, deps.config)
      const language = requestLanguage(c.req.raw)
      await inviteByMail(deps, { memberId: member.id, sender, addresses: emails, language })
      return c.json({ result: { count: emails.length } })
    })
    .post('/user/team/invite', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { email } = parseFields(teamInviteSchema, fields)
      const sender = clientNetwork(c, deps.config)
      const language = requestLanguage(c.req.raw)
      return c.json({ result: await inviteToTeam(deps, { ownerId: member.id, sender, email, language }) })
    })
}
