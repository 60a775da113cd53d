import { redirect } from 'react-router'
import { paidPlans, plans } from '#shared/payments.ts'
import { formatWon } from '#shared/payments-text.ts'
import { writingTools } from '#shared/tools.ts'
import { estimateTool } from '#shared/tool-prices.ts'
import { availableTokens, signUpTokens } from '#shared/usage.ts'
import { findOwnUsage } from '#app/session/own-usage.ts'
import { loadLiveliestPrompts } from '#app/features/prompts/load-prompts.server.ts'
import { everyText, listTexts } from '#app/features/tools/texts/history-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/home'
import { HomeFirst } from './home-first.tsx'
import { HomePrompts, HomeSections } from './home-sections.tsx'
import { listStarts } from './home-starts.server.ts'
import { HomeStarts } from './home-starts.tsx'
import { HomeWork } from './home-work.tsx'
import styles from './home.module.css'
import { WritingDemo } from './writing-demo.tsx'

/** Two rows of three. */
const promptCount = 6
const workCount = 3

// The server computes the prices, because the browser would need the schemas of every tool for them.
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { language, session } = context.get(requestSession)
  // Without a return path, the backend sends a failed sign-in to this page.
  if (url.searchParams.has('error_code')) throw redirect(`/${language}/sign/confirm${url.search}`)
  const form = {
    tool: 'article',
    language: language === 'ko' ? 'Korean' : 'English',
  } as const
  const supabase = requestSupabase(context, request)
  const articleTokens = estimateTool(form, [], context.get(requestConfig).toolModel).expected
  const isMember = session.kind === 'member'
  const [prompts, work] = await Promise.all([
    loadLiveliestPrompts(supabase, language, promptCount),
    isMember ? listTexts(supabase, everyText, null) : null,
  ])
  const usage = isMember ? await findOwnUsage(supabase) : null
  const tokens = usage ? availableTokens(usage) : 0
  return {
    prompts,
    /** A member's balance and last texts; null for a visitor. */
    member: work && {
      tokens,
      count: Math.floor(tokens / articleTokens),
      lines: work.lines
        .slice(0, workCount)
        .map(({ id, tool, title, status, created_at, language: written }) => ({
          id,
          tool,
          title,
          status,
          created_at,
          language: written,
        })),
    },
    tools: writingTools,
    starts: listStarts(language),
    articleTokens,
    signUpTokens,
    priceFrom: formatWon(Math.min(...paidPlans.map((name) => plans[name].priceMonth)), language),
    giftArticles: Math.floor(signUpTokens / articleTokens),
  }
}

/**
 * For a visitor the product within five seconds: a sentence, a demonstration, and a button to start. For a member their
 * own work, or the steps to a first text.
 */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { language, t } = useTranslation('home')
  const { starts, member, prompts } = loaderData
  return (
    <div className={styles.page}>
      <PageHead title={t('home.page')} description={t('home.description')} path={`/${language}`} />
      {member ? (
        <>
          {member.lines.length > 0 ? <HomeWork {...member} /> : <HomeFirst starts={starts} {...member} />}
          <HomePrompts {...prompts} />
        </>
      ) : (
        <>
          <Hero {...loaderData} />
          <HomeStarts starts={starts} />
          <HomeSections {...loaderData} />
        </>
      )}
    </div>
  )
}

type HeroFacts = { articleTokens: number; signUpTokens: number; giftArticles: number; priceFrom: string }

function Hero({ articleTokens, signUpTokens: gift, giftArticles, priceFrom }: HeroFacts) {
  const { language, t } = useTranslation('home')
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          <span>{t('home.titleFirst')}</span> <span>{t('home.titleSecond')}</span>
        </h1>
        <p className={styles.lead}>{t('home.lead')}</p>
        <div className="u-wide-row u-mt6">
          <LinkButton to={`/${language}/tool/use?tool=article`} variant="filled">
            {t('home.start')}
          </LinkButton>
          <LinkButton to={`/${language}/tool/use?tool=article&example=1`}>{t('home.tryExample')}</LinkButton>
        </div>
        <p className="u-quiet u-mt4">
          {t('home.gift', { tokens: gift, count: giftArticles, price: priceFrom })}
        </p>
      </div>
      <WritingDemo tokens={articleTokens} />
    </section>
  )
}
