import { writingTools } from '#shared/tools.ts'
import { estimateTool } from '#shared/tool-prices.ts'
import { dailyCaps, signUpTokens } from '#shared/usage.ts'
import { PackList } from '#app/features/payments/pack-list.tsx'
import { readPlanState } from '#app/features/payments/payments-data.ts'
import { usePaymentsWords } from '#app/features/payments/payments-words.ts'
import { PlanList } from '#app/features/payments/plan-list.tsx'
import { PlanNotice } from '#app/features/payments/plan-notice.tsx'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/price'
import styles from './price.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { language, session, supabase } = context.get(requestSession)
  const form = {
    tool: 'article',
    language: language === 'ko' ? 'Korean' : 'English',
  } as const
  return {
    articleTokens: estimateTool(form, [], 'gpt').expected,
    signUpTokens,
    imagesDay: dailyCaps.member.images,
    tool: writingTools[0],
    isOpen: context.get(requestConfig).cardMode !== 'closed',
    state: session.kind === 'member' && supabase ? await readPlanState(supabase, session.record.id) : null,
  }
}

/** Plans and prices, and what can be done about each of them now. */
export default function Price({ loaderData }: Route.ComponentProps) {
  const { language, t } = usePaymentsWords()
  const { isOpen, state } = loaderData
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
      {!isOpen && <p className={styles.notOpen}>{t('payments.notOpen')}</p>}
      {state && <PlanNotice state={state} />}
      <PlanList
        articleTokens={loaderData.articleTokens}
        giftTokens={loaderData.signUpTokens}
        state={state}
        isOpen={isOpen}
        start={start}
      />
      <p className={styles.small}>
        {t('payments.vat')} {t('payments.domesticCards')}{' '}
        {t('payments.unlimitedNote', { count: loaderData.imagesDay })}
      </p>
      {isOpen && <PackList />}
      <section className={styles.token}>
        <h2>{t('payments.tokenTitle')}</h2>
        <p>{t('payments.tokenText')}</p>
      </section>
    </div>
  )
}
