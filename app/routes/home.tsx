import { redirect } from 'react-router'
import { writingTools } from '#shared/tools.ts'
import { estimateTool } from '#shared/tool-prices.ts'
import { signUpTokens } from '#shared/usage.ts'
import { loadLiveliestPrompts } from '#app/features/prompts/load-prompts.server.ts'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import { useHomeWords } from './home-words.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/home'
import { HomeSections } from './home-sections.tsx'
import styles from './home.module.css'
import { WritingDemo } from './writing-demo.tsx'

/** Two rows of three. */
const promptCount = 6

// Prices are worked out here and not in the browser, which would need the schemas of every tool for it.
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { language } = context.get(requestSession)
  // Without a place to return to, the backend sends a failed sign-in here.
  if (url.searchParams.has('error_code')) throw redirect(`/${language}/sign/confirm${url.search}`)
  const form = {
    tool: 'article',
    language: language === 'ko' ? 'Korean' : 'English',
  } as const
  const articleTokens = estimateTool(form, [], context.get(requestConfig).toolModel).expected
  return {
    prompts: await loadLiveliestPrompts(requestSupabase(context, request), language, promptCount),
    tools: writingTools,
    articleTokens,
    signUpTokens,
    giftArticles: Math.floor(signUpTokens / articleTokens),
  }
}

/** What it does within five seconds: a sentence, the product at work, and a way to try it without an account. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { language, t } = useHomeWords()
  const isMember = useMember() !== null
  return (
    <div className={styles.page}>
      <PageHead title={t('home.page')} description={t('home.description')} path={`/${language}`} />
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>
            <span>{t('home.titleFirst')}</span> <span>{t('home.titleSecond')}</span>
          </h1>
          <p className={styles.lead}>{t('home.lead')}</p>
          <div className={styles.actions}>
            <LinkButton to={`/${language}/tool/use?tool=article&example=1`} variant="filled">
              {t('home.tryExample')}
            </LinkButton>
            <LinkButton to={`/${language}/tool/list`}>{t('home.seeTools')}</LinkButton>
          </div>
          {!isMember && <p className={styles.gift}>{t('home.gift', { tokens: loaderData.signUpTokens })}</p>}
        </div>
        <WritingDemo tokens={loaderData.articleTokens} />
      </section>
      <HomeSections {...loaderData} />
    </div>
  )
}
