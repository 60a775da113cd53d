import { Link } from 'react-router'
import { useTranslation } from './words.tsx'

/** A topic of the help page; `app/routes/help/help.test.ts` compares these with its topics. */
export const helpTopics = [
  'tokens',
  'blanks',
  'keywords',
  'export',
  'tone',
  'team',
  'payment',
  'security',
] as const

/**
 * A link to a topic of the help, next to what it explains. `about` names it for screen readers. Next to a text that is
 * being edited it opens a new tab.
 */
export function HelpLink(props: {
  topic: (typeof helpTopics)[number]
  about: string
  opensNewTab?: boolean
  onFollow?: () => void
}) {
  const { t, language } = useTranslation()
  const { topic, about, opensNewTab, onFollow } = props
  return (
    <Link
      to={`/${language}/help#${topic}`}
      className="help-link"
      {...(opensNewTab ? { target: '_blank' } : {})}
      {...(onFollow ? { onClick: onFollow } : {})}
      aria-label={`${t('site.footer.help')}: ${about}`}
    >
      {t('site.footer.help')}
    </Link>
  )
}
