import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { Language } from '#shared/language.ts'
import { MenuIcon } from './icons.tsx'
import { SealMark } from './seal-mark.tsx'
import iconButton from './icon-button.module.css'
import styles from './shell.module.css'

export type ShellProps = {
  language: Language
  siteName: string
  labels: { skip: string; home: string; nav: string; menu: string }
  links: readonly { to: string; label: string }[]
  /** Right side of the header: balance, menus, sign-in. */
  actions: ReactNode
  /** Language and colour scheme: in the header on wide screens, in the menu on phones. */
  settings: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** The default layout: header, the page, footer. It knows no feature; all content arrives as props. */
export function Shell(props: ShellProps) {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {props.labels.skip}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <HomeLink {...props} />
          <nav className={styles.nav} aria-label={props.labels.nav}>
            <ShellLinks links={props.links} />
          </nav>
          <div className={styles.actions}>
            <div className={styles.settings}>{props.settings}</div>
            {props.actions}
            <PhoneMenu {...props} />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {props.children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.footerInside}>{props.footer}</div>
      </footer>
    </div>
  )
}

/** Mark and name, as a link home. The pages with the empty layout use it too. */
export function HomeLink(props: { language: Language; siteName: string; labels: { home: string } }) {
  return (
    <Link to={`/${props.language}`} className={styles.home} aria-label={props.labels.home}>
      <SealMark language={props.language} />
      <span className={styles.name}>{props.siteName}</span>
    </Link>
  )
}

function ShellLinks({ links, onFollow }: { links: ShellProps['links']; onFollow?: () => void }) {
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink to={link.to} prefetch="intent" className={styles.link} onClick={onFollow}>
            {link.label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** The platform's own popover: closes on Escape and on a press outside, and opens without JavaScript too. */
function PhoneMenu(props: ShellProps) {
  return (
    <div className={styles.phone}>
      <button
        type="button"
        popoverTarget="site-menu"
        className={`${iconButton.button} ${styles.menuButton}`}
        aria-label={props.labels.menu}
      >
        <MenuIcon />
      </button>
      <div id="site-menu" popover="auto" className={`u-surface ${styles.menu}`}>
        <nav aria-label={props.labels.nav}>
          <ShellLinks
            links={props.links}
            onFollow={() => document.getElementById('site-menu')?.hidePopover()}
          />
        </nav>
        <div className={styles.menuSettings}>{props.settings}</div>
      </div>
    </div>
  )
}
