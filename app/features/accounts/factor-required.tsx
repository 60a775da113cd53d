import { PageHead } from '#app/session/page-head.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import frame from '#app/ui/frame.module.css'
import { useTwostepWords } from './twostep-words.ts'

/** The page for an operator without a second factor: the console requires one. */
export default function FactorRequired() {
  const { t, language } = useTwostepWords()
  return (
    <div className={frame.reading}>
      <PageHead title={t('twostep.console.title')} />
      <h1 className={frame.title}>{t('twostep.console.title')}</h1>
      <p className={frame.lead}>{t('twostep.console.text')}</p>
      <LinkButton to={`/${language}/my/setting#factor-setting`} variant="filled">
        {t('twostep.console.action')}
      </LinkButton>
    </div>
  )
}
