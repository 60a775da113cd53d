import { useEffect, useRef, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { operatorsId } from './operators-screen.ts'
import { useOperatorsWords } from './operators-words.ts'
import styles from './operators.module.css'

const places = [
  ['overview', ''],
  ['prompts', '/prompt'],
  ['questions', '/question'],
  ['refunds', '/refund'],
  ['publications', '/publication'],
  ['members', '/member'],
  ['invites', '/invite'],
  ['log', '/log'],
] as const

/** The frame of every screen of the operators, with its navigation. */
export default function OperatorsFrame({ children }: { children: ReactNode }) {
  const { t, language } = useOperatorsWords()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => showCurrent(nav.current), [pathname])
  const root = `/${language}/admin`
  return (
    <div id={operatorsId} className={styles.operators}>
      <nav ref={nav} className={styles.places} aria-label={t('operators.nav.label')}>
        {places.map(([name, path]) => (
          <NavLink key={name} to={root + path} end={path === ''} prefetch="intent">
            {t(`operators.nav.${name}`)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.screen} data-wide={pathname.startsWith(`${root}/publication/`) || undefined}>
        {children}
      </div>
    </div>
  )
}

/** On a phone the places are wider than the screen. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollLeft = current.offsetLeft - nav.clientWidth / 2
}

/** Placeholder lines for content that is loading. */
export function OperatorsSkeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** The heading of a screen, with its actions. */
export function OperatorsHeader(props: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div>
        <h1 className={styles.title} dir="auto">
          {props.title}
        </h1>
        {props.lead && <p className={styles.lead}>{props.lead}</p>}
      </div>
      {props.children && <div className={styles.actions}>{props.children}</div>}
    </header>
  )
}

/** A list without lines: what that means, and where to go instead; the overview when nothing nearer is given. */
export function EmptyList(props: { text: string; way?: { to: string; label: string } }) {
  const { t, language } = useOperatorsWords()
  const { to, label } = props.way ?? { to: `/${language}/admin`, label: t('operators.nav.overview') }
  return (
    <div className={styles.empty}>
      <p>{props.text}</p>
      <LinkButton to={to}>{label}</LinkButton>
    </div>
  )
}

/** The filters of a list as links, so that the address contains them. */
export function Tabs(props: {
  label: string
  tabs: readonly { to: string; label: string; isCurrent: boolean }[]
}) {
  return (
    <nav className={styles.tabs} aria-label={props.label}>
      {props.tabs.map(({ to, label, isCurrent }) => (
        <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The ways from one page of a list to others. */
export function Pager(props: { first: string | null; next: string | null }) {
  const { t } = useOperatorsWords()
  if (props.first === null && props.next === null) return null
  return (
    <nav className={styles.pager} aria-label={t('operators.pages')}>
      {props.first !== null && <Link to={props.first}>{t('operators.first')}</Link>}
      {props.next !== null && <Link to={props.next}>{t('operators.next')}</Link>}
    </nav>
  )
}

/** An address with a query; null and empty values are left out. */
export function addressOf(path: string, query: Record<string, string | number | null>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
