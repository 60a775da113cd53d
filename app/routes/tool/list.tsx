import { ListPage } from '#app/features/tools/forms/list-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { useTranslation } from '#app/session/words.tsx'

export default function ToolListRoute() {
  const { t, language } = useTranslation()
  return (
    <>
      <PageHead
        title={t('tools.list.title')}
        description={t('tools.list.lead')}
        path={`/${language}/tool/list`}
      />
      <ListPage />
    </>
  )
}
