import { Link } from 'react-router'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import type { ToolName } from '#shared/tools.ts'
import { PromptCards } from '#app/features/prompts/prompt-card.tsx'
import type { CategoryLabels, PromptLine } from '#app/features/prompts/prompts-data.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { ArrowIcon } from '#app/ui/icons.tsx'
import { Questions } from '#app/ui/questions.tsx'
import styles from './home-sections.module.css'

type HomeFacts = {
  prompts: { lines: PromptLine[]; labels: CategoryLabels }
  tools: readonly ToolName[]
  articleTokens: number
  signUpTokens: number
  giftArticles: number
}

/** Below the hero: the difference from a chat, the tools, the prices, and answers to questions. */
export function HomeSections(facts: HomeFacts) {
  return (
    <>
      <Why />
      <Tools tools={facts.tools} />
      <HomePrompts {...facts.prompts} />
      <Cost {...facts} />
      <Faq {...facts} />
    </>
  )
}

const reasons = ['form', 'length', 'keyword', 'sources', 'parts', 'take'] as const

/** Reasons to use the product instead of a chat. Each is a feature that visitors can try. */
function Why() {
  const { t } = useTranslation('home')
  return (
    <section className={styles.section}>
      <h2>{t('home.why.title')}</h2>
      <p className={styles.text}>{t('home.why.text')}</p>
      <ul className={styles.steps}>
        {reasons.map((reason) => (
          <li key={reason} className={styles.step}>
            <h3>{t(`home.why.items.${reason}.title`)}</h3>
            <p>{t(`home.why.items.${reason}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const questions = ['free', 'failed', 'facts', 'blog', 'cancel'] as const

function Faq({ signUpTokens, giftArticles }: HomeFacts) {
  const { t } = useTranslation('home')
  const values = { tokens: signUpTokens, count: giftArticles }
  const entries = questions.map((name) => [t(`home.faq.${name}.q`), t(`home.faq.${name}.a`, values)] as const)
  return <Questions title={t('home.faq.title')} entries={entries} />
}

/** Only existing tools; a tool gets its card with its messages. */
function Tools({ tools }: { tools: readonly ToolName[] }) {
  const { language, t } = useTranslation('home')
  return (
    <section className={styles.section}>
      <h2>{t('home.tools.title')}</h2>
      <ul className={styles.tools}>
        {tools.map((tool) => (
          <li key={tool} className={`u-surface ${styles.tool}`}>
            <h3>{t(`home.tools.${tool}.name` as TranslationKey<'home'>)}</h3>
            <p>{t(`home.tools.${tool}.text` as TranslationKey<'home'>)}</p>
            <Link to={`/${language}/tool/use?tool=${tool}`} className={styles.more} prefetch="intent">
              {t(`home.tools.${tool}.action` as TranslationKey<'home'>)} <ArrowIcon size={16} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="u-quiet u-mt4">{t('home.tools.languages')}</p>
    </section>
  )
}

/** Real ones, as the library shows them; none in a language that has none yet. */
export function HomePrompts({ lines, labels }: HomeFacts['prompts']) {
  const { language, t } = useTranslation('home')
  if (lines.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('home.prompts.title')}</h2>
      <p className={styles.text}>{t('home.prompts.text')}</p>
      <div className={styles.prompts}>
        <PromptCards lines={lines} labels={labels} label={t('home.prompts.title')} isInSection />
      </div>
      <Link to={promptListPath(language)} className={styles.more} prefetch="intent">
        {t('home.prompts.more')} <ArrowIcon size={16} />
      </Link>
    </section>
  )
}

function Cost({ articleTokens, signUpTokens, giftArticles }: HomeFacts) {
  const { language, t } = useTranslation('home')
  const rows = [
    [t('home.cost.gift'), t('home.cost.giftValue', { tokens: signUpTokens })],
    [t('home.cost.article'), t('home.cost.articleValue', { tokens: articleTokens })],
    [t('home.cost.count'), t('home.cost.countValue', { count: giftArticles })],
  ]
  return (
    <section className={styles.section}>
      <h2>{t('home.cost.title')}</h2>
      <p className={styles.text}>{t('home.cost.text')}</p>
      <dl className={styles.costs}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link to={`/${language}/price`} className={styles.more} prefetch="intent">
        {t('home.cost.more')} <ArrowIcon size={16} />
      </Link>
    </section>
  )
}
