import { findPrompt } from '#app/features/prompts/prompts-data.ts'
import { findConversation } from '#app/features/prompts/run-data.ts'
import { useRunsWords } from '#app/features/prompts/runs-words.ts'
import { PromptUsePage } from '#app/features/prompts/use-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/use'

/** `?run=` opens a run with its conversation, `?id=` a prompt to be run; without either the page leads to the list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const runId = readId(url.searchParams.get('run'))
  const promptId = readId(url.searchParams.get('id'))
  if (runId !== null) {
    const uses = await findConversation(supabase, runId)
    requirePage(uses.length > 0)
    const [root] = uses
    return { prompt: root?.prompt_id ? await findPrompt(supabase, root.prompt_id) : null, uses }
  }
  const prompt = promptId === null ? null : await findPrompt(supabase, promptId)
  requirePage(promptId === null || prompt !== null)
  return { prompt, uses: [] }
}

function readId(text: string | null): number | null {
  if (text === null) return null
  requirePage(/^[1-9]\d{0,14}$/.test(text))
  return Number(text)
}

export default function PromptUseRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useRunsWords()
  const { prompt, uses } = loaderData
  return (
    <>
      <PageHead title={prompt?.title ?? uses[0]?.title ?? t('runs.page.title')} />
      <PromptUsePage prompt={prompt} uses={uses} />
    </>
  )
}
