import { Link } from 'react-router'
import { contactTypes, type ContactType } from '#shared/contact.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { addressOf, OperatorsHeader, EmptyQueue, More, Tabs } from './operators-frame.tsx'
import { listQuestions, type QuestionLine } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Page } from './read-page.ts'
import styles from './operators-lines.module.css'

/** Questions to us: the oldest that wait first, or those that are done. */
export default function QuestionsPage(props: {
  isOpen: boolean
  type: ContactType | null
  page: Page<QuestionLine>
  /** Questions from before this time are late. */
  late: string
}) {
  const { t, language } = useTranslation('contact', 'operators', 'questions')
  const { isOpen, type } = props
  const list = useInfiniteList(props.page, (supabase, from: number) =>
    listQuestions(supabase, { isOpen, type, from }),
  )
  const address = (query: { state: string | null; type: string | null }) =>
    addressOf(`/${language}/admin/question`, query)
  const state = isOpen ? null : 'done'
  return (
    <>
      <PageHead title={t('operators.nav.questions')} />
      <OperatorsHeader title={t('operators.nav.questions')} />
      <Tabs
        label={t('operators.nav.questions')}
        tabs={[
          { to: address({ state: null, type }), label: t('questions.open'), isCurrent: isOpen },
          { to: address({ state: 'done', type }), label: t('questions.done'), isCurrent: !isOpen },
        ]}
      />
      <Tabs
        label={t('contact.type.label')}
        tabs={[
          { to: address({ state, type: null }), label: t('questions.all'), isCurrent: type === null },
          ...contactTypes.map((each) => ({
            to: address({ state, type: each }),
            label: t(`contact.type.${each}`),
            isCurrent: type === each,
          })),
        ]}
      />
      {list.lines.length === 0 ? (
        <EmptyQueue
          text={t(isOpen ? 'questions.empty' : 'questions.doneEmpty')}
          {...(type ? { way: { to: address({ state, type: null }), label: t('operators.all') } } : {})}
        />
      ) : (
        <ul className={styles.list}>
          {list.lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              isLate={isOpen && Date.parse(line.created_at) < Date.parse(props.late)}
            />
          ))}
        </ul>
      )}
      <More list={list} />
    </>
  )
}

function Line({ line, isLate }: { line: QuestionLine; isLate: boolean }) {
  const { t, language } = useTranslation('contact', 'operators', 'questions')
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} lang={line.language} dir="auto">
          <Link to={`/${language}/admin/question/${line.id}`} prefetch="intent">
            {line.title}
          </Link>
        </h2>
        <p className="u-facts">
          <span>{t(`contact.type.${line.type}`)}</span>
          <span dir="auto">{line.asker ?? t('questions.visitor')}</span>
          {isLate && <strong>{t('questions.late')}</strong>}
          {line.answered_at && <span>{t('questions.answered')}</span>}
          {line.is_undelivered && <strong>{t('questions.undelivered')}</strong>}
          {line.closed_at && <span>{t('questions.closed')}</span>}
          <RelativeTime iso={line.created_at} language={language} />
        </p>
      </div>
    </li>
  )
}
