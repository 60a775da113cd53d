import { Link } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { addressOf, OperatorsHeader, EmptyQueue, More, Tabs } from './operators-frame.tsx'
import { LocalTime } from './local-time.tsx'
import {
  listPublications,
  publicationStates,
  type PublicationLine,
  type PublicationState,
} from './operators-data.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import type { Page } from './read-page.ts'
import styles from './operators-lines.module.css'

/** Notices or articles with what each is: a draft, scheduled, or shown. */
export default function PublicationsPage(props: {
  kind: PublicationKind
  state: PublicationState | null
  page: Page<PublicationLine>
}) {
  const { t, language } = useTranslation('operators', 'publishing')
  const { kind, state } = props
  const list = useInfiniteList(props.page, (supabase, before: number) =>
    listPublications(supabase, { kind, state, before }),
  )
  const here = `/${language}/admin/publication`
  const address = (query: { kind: PublicationKind; state: string | null }) =>
    addressOf(here, { ...query, kind: query.kind === 'notice' ? null : query.kind })
  return (
    <>
      <PageHead title={t('operators.nav.publications')} />
      <OperatorsHeader title={t('operators.nav.publications')}>
        <LinkButton to={`${here}/${kind}/new`} variant="filled">
          {t(`publishing.create.${kind}`)}
        </LinkButton>
      </OperatorsHeader>
      <Tabs
        label={t('publishing.kind.label')}
        tabs={(['notice', 'article'] as const).map((each) => ({
          to: address({ kind: each, state }),
          label: t(`publishing.kind.${each}`),
          isCurrent: each === kind,
        }))}
      />
      <Tabs
        label={t('publishing.state.label')}
        tabs={[null, ...publicationStates].map((each) => ({
          to: address({ kind, state: each }),
          label: t(`publishing.state.${each ?? 'all'}`),
          isCurrent: each === state,
        }))}
      />
      {list.lines.length === 0 ? (
        <EmptyQueue
          text={t('publishing.empty')}
          way={
            state === null
              ? { to: `${here}/${kind}/new`, label: t(`publishing.create.${kind}`) }
              : { to: address({ kind, state: null }), label: t('operators.all') }
          }
        />
      ) : (
        <ul className={styles.list}>
          {list.lines.map((line) => (
            <Line key={line.id} kind={kind} line={line} />
          ))}
        </ul>
      )}
      <More list={list} />
    </>
  )
}

function Line({ kind, line }: { kind: PublicationKind; line: PublicationLine }) {
  const { t, language } = useTranslation('operators', 'publishing')
  const title = line[`title_${language}`] || line.title_ko || line.title_en || t('publishing.untitled')
  const at = line.published_at
  const state = line.is_shown ? 'shown' : at === null ? 'draft' : 'scheduled'
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} dir="auto">
          <Link to={`/${language}/admin/publication/${kind}/${line.id}`} prefetch="intent">
            {title}
          </Link>
        </h2>
        <p className="u-facts">
          {state === 'shown' ? (
            <span>{t('publishing.state.shown')}</span>
          ) : (
            <strong>{t(`publishing.state.${state}`)}</strong>
          )}
          <span>
            {t(`publishing.types.${kind}.${line.type}` as TranslationKey<'operators' | 'publishing'>)}
          </span>
          <LocalTime iso={at ?? line.updated_at} language={language} />
        </p>
      </div>
    </li>
  )
}
