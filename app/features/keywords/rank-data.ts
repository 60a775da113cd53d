// The rank of a member's blog, with the member's own rights. The server stores it.
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** `position`: null when the blog was not among the first hundred posts. `day`: of Korea. */
export type KeywordRank = {
  day: string
  position: number | null
  title: string | null
  link: string | null
  checked_at: string
}

const daysShown = 90

/** The last days on which this blog was looked for, oldest first. @throws AppError */
export async function listRanks(supabase: Supabase, id: number, blog: string): Promise<KeywordRank[]> {
  const { data, error } = await supabase
    .from('keyword_rank')
    .select('day, position, title, link, checked_at')
    .eq('saved_id', id)
    .eq('blog', blog)
    .order('day', { ascending: false })
    .limit(daysShown)
  if (error) throw asAppError(error)
  return data.toReversed()
}

/** @param blog as `readBlogAddress` returns it; empty for none @throws AppError */
export async function saveBlog(supabase: Supabase, id: number, blog: string): Promise<void> {
  const { error } = await supabase.from('saved_keyword').update({ blog }).eq('id', id)
  if (error) throw asAppError(error)
}
