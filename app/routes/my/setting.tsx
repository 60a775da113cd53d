import { SettingPage } from '#app/features/accounts/setting-page.tsx'
import { useMyWords } from '#app/features/accounts/my-words.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import { serverFacts } from '#app/session/server-facts.ts'
import { SiteLanguageSwitch } from '#app/routes/site-shell.tsx'
import type { Route } from './+types/setting'

export function loader({ context, url }: Route.LoaderArgs) {
  return {
    member: requireMember(context, url).member,
    waitDays: context.get(serverFacts).deletedAccountDays,
  }
}

export default function SettingRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useMyWords()
  return (
    <>
      <PageHead title={t('my.setting.title')} />
      <SettingPage
        stored={loaderData.member}
        waitDays={loaderData.waitDays}
        languageSwitch={<SiteLanguageSwitch />}
      />
    </>
  )
}
