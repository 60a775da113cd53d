import { isOperator } from '#shared/operators.ts'
import { writingTools } from '#shared/tools.ts'
import { useTranslation } from '#app/session/words.tsx'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import type { MemberRecord } from '#app/session/session.ts'

export type PlaceGroup = 'tools' | 'pages' | 'all' | 'texts' | 'prompts'
export type Place = { group: PlaceGroup; to: string; label: string }

/** Where one can go: the tools and the pages, with those that members and operators have. They are called what menus call them. */
export function useNavigationItems(member: MemberRecord | null): Place[] {
  const { t, language } = useTranslation('palette')
  const { t: account } = useTranslation('accounts')
  const place = (group: PlaceGroup, path: string, label: string): Place => ({
    group,
    to: `/${language}${path}`,
    label,
  })
  const page = (path: string, label: string) => place('pages', path, label)
  return [
    ...writingTools.map((tool) => place('tools', `/tool/use?tool=${tool}`, t(`tools.name.${tool}`))),
    place('tools', '/tool/keyword', t('tools.list.keyword.name')),
    ...(member
      ? [
          page('/tool/history', account('accounts.menu.history')),
          page('/tool/keyword/saved', t('palette.savedKeywords')),
          page('/my', account('accounts.menu.my')),
          page('/my/setting', account('accounts.menu.settings')),
          page('/my/run', account('accounts.menu.runs')),
          page('/prompt/create', t('palette.create')),
          page('/my/create', account('accounts.menu.ownPrompts')),
          page('/my/bookmark', account('accounts.menu.savedPrompts')),
          page('/my/plan', t('palette.plan')),
          page('/usage/history', t('palette.usage')),
          page('/my/tone', t('palette.tone')),
          page('/my/invite', account('accounts.menu.invite')),
          page('/my/alarm', t('site.alarms.label')),
        ]
      : []),
    ...(member && isOperator(member.role) ? [page('/admin', account('accounts.menu.operators'))] : []),
    page('', t('palette.home')),
    page('/tool/list', t('site.nav.tools')),
    { group: 'pages' as const, to: promptListPath(language), label: t('site.nav.prompts') },
    page('/price', t('site.nav.price')),
    page('/article/list', t('site.footer.articles')),
    page('/notice/list', t('site.footer.notices')),
    page('/help', t('site.footer.help')),
    page('/contact', t('site.footer.contact')),
    page('/terms/use', t('site.footer.terms')),
    page('/terms/privacy', t('site.footer.privacy')),
  ]
}
