import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** A friend who joined; `nickname` is null for a deleted account. */
export type InvitedFriend = {
  id: number
  nickname: string | null
  created_at: string
  is_rewarded: boolean
  /** An operator reviewed it and granted nothing. */
  is_refused: boolean
}

/** The total gifts of a member's invitations, and the newest friends (or those before a given one). */
export type Invites = {
  /** The number of friends a day that are rewarded without a review. */
  daily_max: number
  total: number
  waiting: number
  tokens: number
  images: number
  friends: InvitedFriend[]
}

/** Friends on one page, as the database gives them. */
const friendsPageSize = 30

/** @param before the last id of the page before; null for the first page @throws AppError */
export async function readInvites(supabase: Supabase, before: number | null): Promise<Invites> {
  const { data, error } = await supabase.rpc('read_invites', before === null ? {} : { before_id: before })
  if (error) throw asAppError(error)
  return data as Invites
}

/** The friends as a growing list. */
export const pageOfFriends = ({ friends }: Invites): ListPage<InvitedFriend> & { next: number | null } => ({
  lines: friends,
  next: friends.length === friendsPageSize ? friends.at(-1)!.id : null,
})

/** @throws AppError */
export const listFriends = async (supabase: Supabase, before: number) =>
  pageOfFriends(await readInvites(supabase, before))

export type InviteOutcome = 'given' | 'waiting' | null

/**
 * Finishes the sign-up; calling it again changes nothing. It freezes the code and grants the invitation's gifts (B28).
 * @param code of the link that led here, which counts when the survey has none
 * @returns the invitation's gift, one that waits for an operator, or null @throws AppError
 */
export async function completeSignUp(supabase: Supabase, code: string | null): Promise<InviteOutcome> {
  const { data, error } = await supabase.rpc('complete_sign_up', code === null ? {} : { invite_code: code })
  if (error) throw asAppError(error)
  return data as InviteOutcome
}
