import { modelLabels } from '#shared/model-labels.ts'
import { isFormerMember } from '#shared/former-member.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CategoryLabels, PromptLine } from './prompts-data.ts'
import { type Translate, useTranslation } from '#app/session/words.tsx'
import styles from './prompt-card.module.css'

/** Prompts as cards: what each is about, its model and its figures. */
export function PromptCards(props: {
  lines: readonly PromptLine[]
  labels: CategoryLabels
  label: string
  /** The heading is below a section's heading; otherwise below the page's. */
  isInSection?: boolean
  /** The action on a prompt's card. */
  action?: (line: PromptLine) => ReactNode
}) {
  return (
    <ul className={styles.list} aria-label={props.label}>
      {props.lines.map((line) => (
        <PromptCard
          key={line.id}
          line={line}
          labels={props.labels}
          Heading={props.isInSection ? 'h3' : 'h2'}
          action={props.action?.(line)}
        />
      ))}
    </ul>
  )
}

function PromptCard({
  line,
  labels,
  Heading,
  action,
}: {
  line: PromptLine
  labels: CategoryLabels
  Heading: 'h2' | 'h3'
  action: ReactNode
}) {
  const { t, language } = useTranslation('prompts')
  return (
    <li className={`u-card ${styles.card}`} data-line={line.id}>
      <p className="u-caption">
        {labels[line.category_main]} · {labels[line.category_sub]}
      </p>
      <Heading className="u-breakable u-title4 u-mt1" lang={line.language} dir="auto">
        <Link to={`/${language}/prompt/detail/${line.id}`} className={styles.link} prefetch="intent">
          {line.title}
        </Link>
      </Heading>
      <p className={styles.description} lang={line.language} dir="auto">
        {line.description}
      </p>
      <p className={styles.facts}>
        <span className={styles.model}>{modelLabels[line.model]}</span>
        {!isFormerMember(line.author.nickname) && (
          <span className={styles.author} dir="auto">
            {line.author.nickname}
          </span>
        )}
        <span className={styles.end}>{figuresOf(line, t).join(' · ')}</span>
      </p>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

/** The counts of other members' actions; zeros are hidden. */
function figuresOf(line: PromptLine, t: Translate<'prompts'>): string[] {
  const figures = [
    ['uses', line.use_count],
    ['saves', line.like_count],
    ['thanks', line.action_count],
  ] as const
  return figures.filter(([, count]) => count > 0).map(([name, count]) => t(`prompts.card.${name}`, { count }))
}
