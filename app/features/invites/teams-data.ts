import type { Api } from '#app/session/api.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** A seat in the member's own team: invited, or accepted since `joined_at`. */
export type TeamSeat = {
  id: number
  email: string
  /** Null while it is an invitation. */
  nickname: string | null
  expires_at: string
  is_expired: boolean
  joined_at: string | null
  /** Pays for a separate plan, which has priority. */
  uses_own_plan: boolean
  /** Tokens since the team's month began. */
  spent: number
}

/** The member's seat in another member's team. */
export type OwnSeat = {
  id: number
  owner: string
  /** Whether it is the team's tokens that count now. */
  has_effect: boolean
  /** Whether the owner's plan is running. */
  is_running: boolean
  since: string
  spent: number
}

export type Team = {
  /** Whether the member's own Team plan is running. */
  is_running: boolean
  since: string
  own_spent: number
  /** Of those who are in the team no more. */
  left_spent: number
  seats: TeamSeat[]
  seat: OwnSeat | null
  /** Invitations to the member's own address. */
  invites: { id: number; owner: string; expires_at: string }[]
}

/** The invitation of an e-mail's secret. */
export type TeamInvite = { owner: string; expires_at: string; is_own: boolean; is_other_address: boolean }

/** @throws AppError */
export async function readTeam(supabase: Supabase): Promise<Team> {
  const { data, error } = await supabase.rpc('read_team')
  if (error) throw asAppError(error)
  return data as Team
}

/** Null for an invitation that was used, has run out or never was. @throws AppError */
export async function findTeamInvite(supabase: Supabase, secret: string): Promise<TeamInvite | null> {
  const { data, error } = await supabase.rpc('find_team_invite', { token: secret })
  if (error) throw asAppError(error)
  return data as TeamInvite | null
}

/**
 * Accepts a seat, by the secret of an e-mail or by the member's own address that was invited.
 * @throws AppError team_invite_gone, team_other_address, team_already_seated, team_needed, team_own_invite
 */
export async function acceptSeat(supabase: Supabase, by: { secret: string } | { id: number }): Promise<void> {
  const { error } = await supabase.rpc(
    'accept_team_seat',
    'secret' in by ? { token: by.secret } : { seat_id: by.id },
  )
  if (error) throw asAppError(error)
}

/**
 * Removes a seat or an invitation, leaves, or declines, for either side. @throws AppError not_found when it no longer
 * exists
 */
export async function endSeat(supabase: Supabase, id: number): Promise<void> {
  const { error } = await supabase.rpc('end_team_seat', { seat_id: id })
  if (error) throw asAppError(error)
}

/** @returns the invitation's link @throws AppError team_full, team_already_invited, team_needed, too_many_requests, invalid_field */
export async function inviteToTeam(api: Api, uuid: string, email: string): Promise<string> {
  const { result } = await api.json<{ result: { link: string } }>('/auth/user/team/invite', {
    body: { uuid, email },
  })
  return result.link
}
