import { availableTools } from '#shared/tools.ts'
import { estimateArticle } from '#shared/usage.ts'
import { useFacts } from '#app/session/facts.ts'
import { useWords } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import styles from './list-page.module.css'

/** The tools that there are, with what each does and costs. */
export function ListPage() {
  const { t, language } = useWords()
  const model = useFacts()?.toolModel ?? 'demo'
  const cost = estimateArticle(
    {
      topic: '',
      information: '',
      target: '',
      language: language === 'ko' ? 'Korean' : 'English',
      hasFile: false,
    },
    model,
  ).expected
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('tools.list.title')}</h1>
      <p className={styles.lead}>{t('tools.list.lead')}</p>
      <ul className={styles.list}>
        {availableTools.map((tool) => (
          <li key={tool} className={styles.card}>
            <h2 className={styles.name}>{t(`tools.name.${tool}`)}</h2>
            <p className={styles.describe}>{t(`tools.describe.${tool}`)}</p>
            <p className={styles.cost}>{t('tools.list.cost', { tokens: cost })}</p>
            <div className={styles.actions}>
              <LinkButton to={`/${language}/tool/use?tool=${tool}`} variant="filled">
                {t('tools.list.open')}
              </LinkButton>
              <LinkButton to={`/${language}/tool/use?tool=${tool}&example=1`}>
                {t('tools.list.example')}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
