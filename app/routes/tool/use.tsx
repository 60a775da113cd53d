import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { hasOwnTone } from '#app/features/tones/tones-data.ts'
import { asksForExample, loadExample, withoutExample } from '#app/features/tools/forms/example.ts'
import { findToolUse } from '#app/features/tools/tool-data.ts'
import { HasOwnTone } from '#app/features/tools/forms/own-tone.ts'
import { toolPages } from '#app/features/tools/tool-pages.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import { isTextKind, type TextKind } from '#shared/tools.ts'
import type { Route } from './+types/use'

export async function loader({ context, url }: Route.LoaderArgs) {
  const name = url.searchParams.get('tool') ?? 'article'
  const id = url.searchParams.get('id')
  requirePage(isTextKind(name) && (id === null ? name !== 'own' : /^\d{1,15}$/.test(id)))
  const tool = name as TextKind
  const { language, session, supabase: own } = context.get(requestSession)
  const hasTone = session.kind === 'member' && own ? await hasOwnTone(own, session.record.id) : false
  const example =
    tool !== 'own' && asksForExample(url.searchParams) ? await loadExample(tool, language) : null
  const given = Object.fromEntries(url.searchParams)
  if (id === null) return { tool, use: null, example, given, hasTone }
  const { supabase } = requireMember(context, url)
  const use = await findToolUse(supabase, Number(id))
  requirePage(use !== null)
  // A request with only a run's id is redirected to its tool.
  if (use!.tool !== tool) {
    requirePage(isTextKind(use!.tool))
    throw redirect(`/${language}/tool/use?tool=${use!.tool}&id=${id}`)
  }
  return { tool, use, example: null, given, hasTone }
}

/** The form on screen comes from the example: removing the example from the address must not reload the page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const hasLeftExample =
    asksForExample(currentUrl.searchParams) &&
    currentUrl.pathname === nextUrl.pathname &&
    withoutExample(currentUrl.searchParams).toString() === nextUrl.searchParams.toString()
  return hasLeftExample ? false : defaultShouldRevalidate
}

export default function ToolUseRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation()
  const { tool, use, example, given, hasTone } = loaderData
  const Page = toolPages[tool]
  return (
    <>
      <PageHead
        title={use?.title || (tool === 'own' ? '' : t(`tools.name.${tool}`))}
        {...(tool === 'own' ? {} : { description: t(`tools.describe.${tool}`) })}
        {...(use ? {} : { path: `/${language}/tool/use${tool === 'article' ? '' : `?tool=${tool}`}` })}
      />
      <HasOwnTone value={hasTone}>
        <Page
          key={`${tool}:${use?.id ?? (example ? 'example' : 'new')}`}
          use={use}
          example={example}
          given={given}
        />
      </HasOwnTone>
    </>
  )
}
