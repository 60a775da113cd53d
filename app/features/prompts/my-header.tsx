import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'

/** The head of a member's lists of prompts, with the way from one to the other. */
export function MyHeader({ lead, children }: { lead: string | null; children?: ReactNode }) {
  const { t, language } = useTranslation('library', 'prompts')
  return (
    <header className={frame.header}>
      <div>
        <h1 className={frame.title}>{t('library.my.nav')}</h1>
        <nav className={frame.tabs} aria-label={t('library.my.nav')}>
          <NavLink to={`/${language}/my/create`}>{t('library.my.own')}</NavLink>
          <NavLink to={`/${language}/my/bookmark`}>{t('library.my.saved')}</NavLink>
        </nav>
        {lead !== null && <p className="u-note u-tabular u-mt3">{lead}</p>}
      </div>
      <div className="u-middle-row">{children}</div>
    </header>
  )
}
