import { writingTools } from '#shared/tools.ts'
import { estimateTool, signUpTokens } from '#shared/usage.ts'
import { PlanList } from '#app/features/payments/plan-list.tsx'
import { useMember } from '#app/session/facts.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSession } from '#app/session/session.ts'
import { usePaymentsWords } from '#app/features/payments/payments-words.ts'
import type { Route } from './+types/price'
import styles from './price.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(requestSession)
  const form = {
    tool: 'article',
    language: language === 'ko' ? 'Korean' : 'English',
  } as const
  return { articleTokens: estimateTool(form, 0, 'gpt').expected, signUpTokens, tool: writingTools[0] }
}

/** Plans and prices. A price list for now: what can be done is to sign up or to write, and the page says so. */
export default function Price({ loaderData }: Route.ComponentProps) {
  const { language, t } = usePaymentsWords()
  const start = useMember()
    ? { to: `/${language}/tool/use?tool=${loaderData.tool}`, label: t('payments.write') }
    : { to: `/${language}/sign/in`, label: t('payments.start') }
  return (
    <div className={styles.page}>
      <PageHead
        title={t('payments.title')}
        description={t('payments.description')}
        path={`/${language}/price`}
      />
      <h1>{t('payments.heading')}</h1>
      <p className={styles.lead}>{t('payments.lead')}</p>
      <p className={styles.notOpen}>{t('payments.notOpen')}</p>
      <PlanList articleTokens={loaderData.articleTokens} giftTokens={loaderData.signUpTokens} start={start} />
      <p className={styles.small}>
        {t('payments.vat')} {t('payments.domesticCards')}
      </p>
      <section className={styles.token}>
        <h2>{t('payments.tokenTitle')}</h2>
        <p>{t('payments.tokenText')}</p>
      </section>
    </div>
  )
}
