import { z } from 'zod'

export const providers = ['kakao', 'google'] as const
export type Provider = (typeof providers)[number]

export const surveyUses = ['work', 'hobby', 'education', 'other'] as const
export const surveyExpertises = [
  'software_development',
  'engineering',
  'data_science',
  'marketing',
  'writing',
  'design',
  'education',
  'customer_support',
  'finance',
  'legal',
  'sales',
  'hr',
  'other',
] as const
export const surveyFinds = [
  'google',
  'naver',
  'facebook',
  'instagram',
  'threads',
  'linkedin',
  'twitter',
  'youtube',
  'blog',
  'friend',
  'other',
] as const

/** Letters and digits of a referral code; no 0, O, 1, I, so that it can be read aloud. */
export const recommendCodePattern = /^[A-HJ-NP-Z2-9]{8}$/

export const sessionCookieName = 'munjang-session'
export const sessionCookieSeconds = 400 * 24 * 60 * 60

export const nicknameMinLength = 2
export const nicknameMaxLength = 20

/** The maximum age of a sign-in for actions that a stolen session must not do: deletion, factors, cards (B22). */
export const freshSignInSeconds = 600

export const deletionTokenBody = z.strictObject({ uuid: z.uuid() })
export const deletionBody = z.strictObject({ uuid: z.uuid(), token: z.string().min(1).max(200) })

/** Body of POST /v1/auth/user/update: one field at a time (A33). */
export const profileBody = z.strictObject({
  uuid: z.uuid(),
  update: z.union([
    z.strictObject({ nickname: z.string().max(100) }),
    z.strictObject({ photo: z.url().max(2000).nullable() }),
    z.strictObject({ background: z.url().max(2000).nullable() }),
    z.strictObject({ is_email_reception: z.boolean() }),
  ]),
})
export type ProfileUpdate = z.infer<typeof profileBody>['update']

/** Body of POST /v1/auth/sign/up. `uuid` is an identity of the signed-in subject (B38). */
export const signUpBody = z.strictObject({ lang: z.enum(['ko', 'en']), uuid: z.uuid() })

/** The columns of the member's own record for pages and /v1. */
export const memberColumns = [
  'id',
  'uuid',
  'nickname',
  'email',
  'photo',
  'background',
  'provider',
  'role',
  'recommend_code',
  'is_email_reception',
  'is_terms_use',
  'is_terms_privacy',
  'is_block',
  'is_dormant',
  'is_active',
  'blocked_at',
  'dormanted_at',
  'logined_at',
  'password_changed_at',
  'created_at',
  'updated_at',
] as const

/** Paths that need a signed-in member: matched anywhere in the path and without regard to case (R15, R16, B11). */
export const guardedWords = [
  '/my',
  '/usage',
  '/payment',
  '/tool/history',
  '/prompt/create',
  '/prompt/modify',
  '/prompt/use',
] as const

/** Statistics: the events of a session (A11, O07). */
export const sessionActions = ['SIGN_IN', 'SIGN_UP', 'SIGN_OUT'] as const
export type SessionAction = (typeof sessionActions)[number]

export const emailBody = z.strictObject({
  email: z
    .string('required')
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.email('invalid').max(254, 'invalid')),
})
export const emailCodeBody = z.strictObject({
  code: z.string('required').trim().min(1, 'required').max(20, 'invalid'),
})

/** The number of recovery codes for a lost authenticator, each valid once. */
export const recoveryCodesCount = 8
export const recoveryBody = z.strictObject({
  code: z.string('required').trim().min(1, 'required').max(100, 'invalid'),
})

/** The stored form of a recovery code: without groups, and with easily misread characters corrected. */
export const readRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
