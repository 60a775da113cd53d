import { useEffect, useRef, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { ListMore } from '#app/session/list-more.tsx'
import type { GrowingList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './operators-frame.module.css'

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
  const { t, language } = useTranslation('operators')
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => showCurrent(nav.current), [pathname])
  const root = `/${language}/admin`
  return (
    <div className={styles.operators}>
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
        <h1 className="u-breakable u-title2" dir="auto">
          {props.title}
        </h1>
        {props.lead && <p className={styles.lead}>{props.lead}</p>}
      </div>
      {props.children && <div className="u-wide-row">{props.children}</div>}
    </header>
  )
}

/** A list without lines, with the way to the overview when nothing nearer is given. */
export function EmptyQueue(props: { text: string; way?: { to: string; label: string } }) {
  const { t, language } = useTranslation('operators')
  const overview = { to: `/${language}/admin`, label: t('operators.nav.overview') }
  return <EmptyList text={props.text} way={props.way ?? overview} />
}

/** The end of a list of the console. */
export function More({ list }: { list: GrowingList }) {
  const { t } = useTranslation('operators')
  return <ListMore list={list} label={t('operators.more')} />
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

/** An address with a query; null and empty values are left out. */
export function addressOf(path: string, query: Record<string, string | number | null>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
