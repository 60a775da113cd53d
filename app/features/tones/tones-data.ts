import type { ErrorCode } from '#shared/errors.ts'
import { toneIcons, type ToneIcon, type ToneLink, type ToneStatus } from '#shared/tones.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** The member's tone; everything but its status is missing until one was learned. */
export type Tone = {
  status: ToneStatus
  title: string | null
  description: string | null
  icon: ToneIcon
  result: string | null
  created_at: string
  updated_at: string
}

export type ToneAnalysis = {
  id: number
  status: 'running' | 'done' | 'stopped' | 'failed'
  urls: string[]
  links: ToneLink[]
  error_code: ErrorCode | null
  token: number
  is_demo: boolean
}

/** The tone, the last attempt at one, and the attempt that produced it; each null when there is none. */
export type OwnTone = { tone: Tone | null; last: ToneAnalysis | null; source: ToneAnalysis | null }

const analysisColumns = 'id, status, urls, links, error_code, token, is_demo'

/** @throws AppError */
export async function getOwnTone(supabase: Supabase, memberId: string): Promise<OwnTone> {
  const analyses = () =>
    supabase
      .from('tone_analysis')
      .select(analysisColumns)
      .eq('user_id', memberId)
      .order('id', { ascending: false })
      .limit(1)
  const [tone, last, source] = await Promise.all([
    supabase
      .from('user_tone')
      .select('status, title, description, icon, result, created_at, updated_at')
      .eq('id', memberId)
      .maybeSingle(),
    analyses().maybeSingle(),
    analyses().eq('status', 'done').maybeSingle(),
  ])
  const problem = tone.error ?? last.error ?? source.error
  if (problem) throw asAppError(problem)
  return {
    tone: tone.data && {
      ...tone.data,
      status: tone.data.status as ToneStatus,
      icon: toneIcons.find((icon) => icon === tone.data?.icon) ?? 'pen',
    },
    last: last.data as unknown as ToneAnalysis | null,
    source: source.data as unknown as ToneAnalysis | null,
  }
}

/** Whether there is a tone to write in; an earlier one is there while another is learned. @throws AppError */
export async function hasOwnTone(supabase: Supabase, memberId: string): Promise<boolean> {
  const { data, error } = await supabase
    .from('user_tone')
    .select('id')
    .eq('id', memberId)
    .not('result', 'is', null)
    .maybeSingle()
  if (error) throw asAppError(error)
  return data !== null
}

/** Deletes the tone with all its sources. @returns false during an analysis @throws AppError */
export async function deleteTone(supabase: Supabase, memberId: string): Promise<boolean> {
  const { data, error } = await supabase.from('user_tone').delete().eq('id', memberId).select('id')
  if (error) throw asAppError(error)
  return data.length > 0
}
