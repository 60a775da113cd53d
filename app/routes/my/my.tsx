import { countAlarms } from '#app/features/alarms/alarms-data.ts'
import { MyPage, type MyOverview } from '#app/features/accounts/my-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { listOwnPrompts, listSavedPrompts } from '#app/features/prompts/author-data.ts'
import { everyText, listTexts } from '#app/features/tools/texts/history-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import ko from '#shared/messages/ko/my.json'
import en from '#shared/messages/en/my.json'
import type { Route } from './+types/my'

const shownMax = 5

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member, usage, language } = requireMember(context, url)
  const [texts, own, saved, alarms] = await Promise.all([
    listTexts(supabase, everyText, null),
    listOwnPrompts(supabase, null),
    listSavedPrompts(supabase, null),
    countAlarms(supabase, member.id),
  ])
  const { untitled } = (language === 'ko' ? ko : en).texts
  const overview: MyOverview = {
    texts: texts.lines.slice(0, shownMax).map((line) => ({
      id: line.id,
      title: line.title || untitled,
      to: `/tool/use?tool=${line.tool}&id=${line.id}`,
      at: line.created_at,
    })),
    own: own.lines.slice(0, shownMax).map((line) => ({
      id: line.id,
      title: line.title,
      to: `/prompt/${line.state === 'published' || line.state.startsWith('edit_') ? 'detail' : 'modify'}/${line.id}`,
      at: line.created_at,
      language: line.language,
    })),
    saved: saved.lines.slice(0, shownMax).map((line) => ({
      id: line.id,
      title: line.title,
      to: `/prompt/detail/${line.id}`,
      at: line.created_at,
      language: line.language,
    })),
    unread: alarms.unread,
  }
  return { member, usage, overview }
}

export default function MyRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('my')
  return (
    <>
      <PageHead title={t('my.title')} />
      <MyPage {...loaderData} />
    </>
  )
}
