import { findPrompt } from '#app/features/prompts/prompts-data.ts'
import { findConversation } from '#app/features/prompts/run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { findTriedPrompt } from '#app/features/prompts/tried-prompt.ts'
import { PromptUsePage } from '#app/features/prompts/prompt-run-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/use'

/**
 * `?run=` opens a run with its conversation, `?id=` a prompt to be run; without either the page leads to the list. With `version=` an
 * author tries an edit that is not live.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const runId = readId(url.searchParams.get('run'))
  const promptId = readId(url.searchParams.get('id'))
  const version = readId(url.searchParams.get('version'))
  const find = (id: number) =>
    version === null ? findPrompt(supabase, id) : findTriedPrompt(supabase, id, version)
  if (runId !== null) {
    const uses = await findConversation(supabase, runId)
    requirePage(uses.length > 0)
    const [root] = uses
    return { prompt: root?.prompt_id ? await find(root.prompt_id) : null, uses }
  }
  const prompt = promptId === null ? null : await find(promptId)
  requirePage(promptId === null || prompt !== null)
  return { prompt, uses: [] }
}

function readId(text: string | null): number | null {
  if (text === null) return null
  requirePage(/^[1-9]\d{0,14}$/.test(text))
  return Number(text)
}

export default function PromptUseRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('prompts', 'runs')
  const { prompt, uses } = loaderData
  return (
    <>
      <PageHead title={prompt?.title ?? uses[0]?.title ?? t('runs.page.title')} />
      <PromptUsePage prompt={prompt} uses={uses} />
    </>
  )
}
