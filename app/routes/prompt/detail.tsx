import { PromptDetailPage } from '#app/features/prompts/detail-page.tsx'
import { loadCategoryLabels } from '#app/features/prompts/load-prompts.server.ts'
import { findPrompt, listSimilarPrompts, type Prompt } from '#app/features/prompts/prompts-data.ts'
import { parseOnce } from '#app/ui/editor/parsed-markdown.server.ts'
import { isFormerMember } from '#shared/former-member.ts'
import { useRootData } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requirePage } from '#app/session/require.ts'
import { StructuredData } from '#app/session/structured-data.tsx'
import { requestSession } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Route } from './+types/detail'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requirePage(/^[1-9]\d{0,15}$/.test(params.id))
  const id = Number(params.id)
  const supabase = requestSupabase(context, request)
  const { language } = context.get(requestSession)
  const [prompt, similar, all] = await Promise.all([
    findPrompt(supabase, id),
    listSimilarPrompts(supabase, id),
    loadCategoryLabels(supabase, language),
  ])
  requirePage(prompt !== null)
  const shown = [prompt, ...similar]
  const labels = Object.fromEntries(
    shown.flatMap((line) => [line.category_main, line.category_sub]).map((code) => [code, all[code] ?? code]),
  )
  return { prompt, similar, labels, sample: parseOnce(prompt.sample_result) }
}

export default function PromptDetailRoute({ loaderData }: Route.ComponentProps) {
  const { language } = useTranslation()
  const { prompt } = loaderData
  const path = `/${language}/prompt/detail/${prompt.id}`
  const description = prompt.description.slice(0, 160)
  const origin = useRootData()?.siteOrigin ?? ''
  return (
    <>
      <PageHead
        title={prompt.title}
        description={description}
        kind="article"
        picture={`/og-image/prompt/${prompt.id}`}
        {...(prompt.is_show ? { path } : {})}
      />
      <StructuredData
        work={import.meta.env.SSR ? describeWork(prompt, { description, url: origin + path }) : null}
      />
      <PromptDetailPage key={prompt.id} {...loaderData} />
    </>
  )
}

/** For search engines: the description is the author's; the prompt's text is in none of it. */
function describeWork(prompt: Prompt, about: { description: string; url: string }): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: prompt.title,
    ...about,
    inLanguage: prompt.language,
    datePublished: prompt.created_at,
    dateModified: prompt.updated_at,
    ...(isFormerMember(prompt.author.nickname)
      ? {}
      : { author: { '@type': 'Person', name: prompt.author.nickname } }),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: prompt.action_count,
    },
  }
}
