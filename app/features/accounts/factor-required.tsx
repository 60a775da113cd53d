import { PageHead } from '#app/session/page-head.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import frame from '#app/ui/frame.module.css'
import { useTranslation } from '#app/session/words.tsx'

/** The page for an operator without a second factor: the console requires one. */
export default function FactorRequired() {
  const { t, language } = useTranslation('my', 'factor')
  return (
    <div className={frame.reading}>
      <PageHead title={t('factor.operators.title')} />
      <h1 className={frame.title}>{t('factor.operators.title')}</h1>
      <p className={frame.lead}>{t('factor.operators.text')}</p>
      <LinkButton to={`/${language}/my/setting#factor-setting`} variant="filled">
        {t('factor.operators.action')}
      </LinkButton>
    </div>
  )
}
