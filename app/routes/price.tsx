import { withdrawalDays } from '#shared/payments.ts'
import { writingTools } from '#shared/tools.ts'
import { estimateTool, proseTokens } from '#shared/tool-prices.ts'
import { dailyCaps, signUpTokens } from '#shared/usage.ts'
import { PackList } from '#app/features/payments/pack-list.tsx'
import { readPlanState } from '#app/features/payments/payments-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PlanQuestions } from '#app/features/payments/plan-questions.tsx'
import { PlanTable } from '#app/features/payments/plan-table.tsx'
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
  const { cardMode, toolModel } = context.get(requestConfig)
  const outputLanguage = language === 'ko' ? 'Korean' : 'English'
  return {
    articleTokens: estimateTool({ tool: 'article', language: outputLanguage }, [], toolModel).expected,
    characterTokens: proseTokens(1_000, outputLanguage, toolModel),
    signUpTokens,
    imagesDay: dailyCaps.member.images,
    tool: writingTools[0],
    isOpen: cardMode !== 'closed',
    state: session.kind === 'member' && supabase ? await readPlanState(supabase, session.record.id) : null,
  }
}

/** Plans and prices, with the available action for each. */
export default function Price({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('payments', 'pricing')
  const { isOpen, state } = loaderData
  const start = useMember()
    ? { to: `/${language}/tool/use?tool=${loaderData.tool}`, label: t('payments.write') }
    : { to: `/${language}/sign/in`, label: t('payments.start') }
  return (
    <div className={styles.page}>
      <PageHead
        title={t('payments.title')}
        description={t('pricing.description')}
        path={`/${language}/price`}
      />
      <h1>{t('pricing.heading')}</h1>
      <p className="u-muted u-mt2">{t('pricing.lead', { days: withdrawalDays })}</p>
      <p className="u-muted u-mt2">{t('pricing.tokenShort', { article: loaderData.articleTokens })}</p>
      {!isOpen && <p className={styles.notOpen}>{t('pricing.notOpen')}</p>}
      {state && <PlanNotice state={state} />}
      <PlanList
        articleTokens={loaderData.articleTokens}
        giftTokens={loaderData.signUpTokens}
        state={state}
        isOpen={isOpen}
        start={start}
      />
      <p className="u-quiet u-mt4">
        {t('pricing.vat')} {t('pricing.domesticCards')}{' '}
        {t('pricing.unlimitedNote', { count: loaderData.imagesDay })}
      </p>
      {isOpen && <PackList />}
      <PlanTable articleTokens={loaderData.articleTokens} giftTokens={loaderData.signUpTokens} />
      <section className={styles.token}>
        <h2>{t('pricing.tokenTitle')}</h2>
        <p>
          {t('pricing.tokenText', {
            characters: loaderData.characterTokens,
            article: loaderData.articleTokens,
          })}
        </p>
      </section>
      <PlanQuestions />
    </div>
  )
}
