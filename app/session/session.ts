import { createContext } from 'react-router'
import type { GivenConsents } from '#shared/consents.ts'
import type { Language } from '#shared/language.ts'
import type { Supabase } from './supabase.ts'

/** The columns of the member's record that screens show or use for decisions. */
export type MemberRecord = {
  id: string
  uuid: string
  nickname: string
  email: string | null
  photo: string | null
  background: string | null
  provider: string
  role: string
  recommend_code: string
  is_email_reception: boolean
  is_block: boolean
  is_active: boolean
  created_at: string
  /** Has a second factor that this session was not lifted with yet. */
  needs_second_factor: boolean | null
  /** `coded` or `open`: an unfinished sign-up, with a code in its survey or without. */
  open_sign_up: string | null
  /** The versions of the member's consents, by kind. */
  consents: GivenConsents | null
}

/** The member's balance, and the plan that counts now. Gifts and rewards in `token`/`image`, the paid period's in `payment_*`. */
export type MemberUsage = {
  id: string
  token: number
  image: number
  plan: string
  /** When a benefit gives the plan: its end. */
  plan_until: string | null
  /** The owner of the team while a seat has effect: tokens and images are that team's then. */
  team_owner: string | null
  payment_token: number
  payment_image: number
  last_subscription_status: string | null
}

type Visitor = { kind: 'visitor' }
/** Signed in at a provider, but not registered yet: continues at /sign/confirm. */
type Newcomer = { kind: 'newcomer'; id: string }
type Member = {
  kind: 'member'
  record: MemberRecord
  usage: MemberUsage | null
  /** The assurance level of the session: `aal2` with the second factor. */
  assurance: string
  /** The product's authentication state from the user metadata (A24). */
  userAuth: unknown
}
export type Session = Visitor | Newcomer | Member

/**
 * The data of one request for loaders and actions. `supabase` acts with the visitor's own rights; null without a
 * session.
 */
export type RequestSession = {
  language: Language
  session: Session
  supabase: Supabase | null
}

export const requestSession = createContext<RequestSession>()
