import { Button } from '@mantine/core'
import { Form, Link } from 'react-router'
import { operatorLimits } from '#shared/operators.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { TextField } from '#app/ui/fields.tsx'
import { useEnterGate } from '#app/ui/form.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import { addressOf, OperatorsHeader, EmptyQueue, More, Tabs } from './operators-frame.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { listMembers, memberStates, type MemberLine, type MemberState } from './operators-data.ts'
import type { Page } from './read-page.ts'
import styles from './operators-lines.module.css'

/** Members, found by the beginning of a name or an address, or by an id. */
export default function MembersPage(props: {
  search: string
  state: MemberState | null
  page: Page<MemberLine>
}) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const { search, state } = props
  const list = useInfiniteList(props.page, (supabase, after: string) =>
    listMembers(supabase, { search, state, after }),
  )
  const here = `/${language}/admin/member`
  return (
    <>
      <PageHead title={t('operators.nav.members')} />
      <OperatorsHeader title={t('operators.nav.members')} />
      <SearchForm here={here} search={search} state={state} />
      <Tabs
        label={t('members.state.label')}
        tabs={[null, ...memberStates].map((each) => ({
          to: addressOf(here, { q: search, state: each }),
          label: t(`members.state.${each ?? 'all'}`),
          isCurrent: each === state,
        }))}
      />
      {list.lines.length === 0 ? (
        <EmptyQueue text={t('members.empty')} way={{ to: here, label: t('operators.all') }} />
      ) : (
        <ul className={styles.list}>
          {list.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      <More list={list} />
    </>
  )
}

function SearchForm(props: { here: string; search: string; state: MemberState | null }) {
  const { t } = useTranslation('members', 'operators', 'usage')
  const [search, setSearch] = useResetState(props.search, props.search)
  const gate = useEnterGate()
  return (
    <search className={styles.search} {...gate}>
      <Form method="get" action={props.here}>
        <TextField
          name="q"
          type="search"
          label={t('members.search')}
          hint={t('members.searchHint')}
          limit={operatorLimits.memberSearch}
          inputProps={{ maxLength: operatorLimits.memberSearch }}
          value={search}
          onChange={setSearch}
        />
        {props.state && <input type="hidden" name="state" value={props.state} />}
        <Button type="submit" variant="default">
          {t('members.submit')}
        </Button>
      </Form>
    </search>
  )
}

function Line({ line }: { line: MemberLine }) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} dir="auto">
          <Link to={`/${language}/admin/member/${line.id}`} prefetch="intent">
            {line.nickname}
          </Link>
        </h2>
        <p className="u-facts">
          {line.is_block && <strong>{t('members.blocked')}</strong>}
          {!line.is_active && <strong>{t('members.left')}</strong>}
          {line.role !== 'member' && <span>{t(`operators.role.${line.role}`)}</span>}
          {line.email && <span>{line.email}</span>}
          {line.plan && <span>{t(`members.plans.${line.plan as 'pro'}`)}</span>}
          {line.token !== null && <span>{t('members.tokens', { count: line.token })}</span>}
          <RelativeTime iso={line.created_at} language={language} />
        </p>
      </div>
    </li>
  )
}
