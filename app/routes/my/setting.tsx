import { readAddress } from '#app/features/accounts/address-data.ts'
import { SettingPage } from '#app/features/accounts/setting-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { SiteLanguageSwitch } from '#app/routes/site-shell.tsx'
import type { Route } from './+types/setting'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, supabase } = requireMember(context, url)
  const { deletedAccountDays: waitDays, mailMode } = context.get(requestConfig)
  return { member, address: await readAddress(supabase), waitDays, mailMode }
}

export default function SettingRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('my')
  return (
    <>
      <PageHead title={t('my.setting.title')} />
      <SettingPage
        stored={loaderData.member}
        address={loaderData.address}
        mailMode={loaderData.mailMode}
        waitDays={loaderData.waitDays}
        languageSwitch={<SiteLanguageSwitch />}
      />
    </>
  )
}
