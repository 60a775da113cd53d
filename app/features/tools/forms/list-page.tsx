import { keywordTokens } from '#shared/keywords.ts'
import { writingTools, type OutputLanguage, type WritingTool } from '#shared/tools.ts'
import { estimateTool, type PricedForm } from '#shared/tool-prices.ts'
import { type ModelName } from '#shared/usage.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './list-page.module.css'

/** The tools that there are, with what each does and costs. */
export function ListPage() {
  const { t, language } = useTranslation()
  const model = useRootData()?.toolModel ?? 'demo'
  return (
    <div className={frame.wide}>
      <h1 className={frame.title}>{t('tools.list.title')}</h1>
      <p className={frame.lead}>{t('tools.list.lead')}</p>
      <ul className={styles.list}>
        {writingTools.map((tool) => (
          <li key={tool} className={`u-card ${styles.card}`}>
            <h2 className="u-title4">{t(`tools.name.${tool}`)}</h2>
            <p className="u-muted u-mt1">{t(`tools.describe.${tool}`)}</p>
            <p className="u-caption u-tabular u-mt2">
              {t('tools.list.cost', {
                tokens: usualCost(tool, language === 'ko' ? 'Korean' : 'English', model),
              })}
            </p>
            <div className={styles.actions}>
              <LinkButton to={`/${language}/tool/use?tool=${tool}`}>{t('tools.list.open')}</LinkButton>
              <LinkButton to={`/${language}/tool/use?tool=${tool}&example=1`} variant="subtle">
                {t('tools.list.example')}
              </LinkButton>
            </div>
          </li>
        ))}
        <li className={`u-card ${styles.card}`}>
          <h2 className="u-title4">{t('tools.list.keyword.name')}</h2>
          <p className="u-muted u-mt1">{t('tools.list.keyword.describe')}</p>
          <p className="u-caption u-tabular u-mt2">
            {t('tools.list.keyword.cost', { tokens: keywordTokens })}
          </p>
          <div className={styles.actions}>
            <LinkButton to={`/${language}/tool/keyword`}>{t('tools.list.keyword.open')}</LinkButton>
          </div>
        </li>
      </ul>
    </div>
  )
}

/** The price of a text of ordinary length: a plan of four items, a letter of three answers, a feed of five slides. */
function usualCost(tool: WritingTool, language: OutputLanguage, model: ModelName): number {
  const question = { question: '', limit: 700, unit: 'characters' as const }
  const forms: Record<WritingTool, PricedForm> = {
    article: { tool: 'article', language },
    document: { tool: 'document', language },
    'business-plan': { tool: 'business-plan', language, format: ['', '', '', ''] },
    'cover-letter': { tool: 'cover-letter', language, questions: [question, question, question] },
    email: { tool: 'email', language },
    'instagram-feed': { tool: 'instagram-feed', language, slide_count: 5 },
  }
  return estimateTool(forms[tool], [], model).expected
}
