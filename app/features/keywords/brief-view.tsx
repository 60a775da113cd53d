import { useState, type ReactNode } from 'react'
import { summarizeBrief, type BriefSummary, type BriefTitle } from '#shared/keyword-brief.ts'
import type { KeywordReport } from '#shared/keywords.ts'
import { clampLength } from '#shared/text-length.ts'
import { articleLimits, instructionsMaxLength } from '#shared/tools.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { describeAge } from '#app/ui/relative-time.tsx'
import { articleKeywords, formAddress, joinWithin, mostSearched } from './article-address.ts'
import { BriefPages } from './brief-pages.tsx'
import { describeCost, useTimes } from './describe-cost.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { BriefAnswer } from './use-brief.ts'
import { useNumbers } from './use-numbers.ts'
import styles from './brief-view.module.css'

/** Chosen when the brief opens: what several pages share and what is searched, never one page's own words alone. */
const topicsChosen = 4
const questionsChosen = 3
const templates = ['both', 'first', 'second', 'pair', 'last'] as const

/** A brief: what to cover, what to answer, which title; and on to an article from the chosen ones. */
export function BriefView(props: { answer: BriefAnswer; report: KeywordReport; isUnlimited: boolean }) {
  const { t, language } = useTranslation('keywords', 'keywordbrief')
  const { searches } = useNumbers()
  const { formatTime } = useTimes()
  const { brief, token, open_until: openUntil } = props.answer
  const { report } = props
  const [summary] = useState(() => summarizeBrief(brief, report))
  const { readCount } = summary
  const nameTitle = ({ parts: [first = '', second = ''] }: BriefTitle, index: number) =>
    t(`keywordbrief.templates.${templates[index]!}`, { keyword: report.keyword, first, second })
  const titles = summary.titles.map((title, index) => ({ ...title, name: nameTitle(title, index) }))
  const [topics, setTopics] = useState(() =>
    summary.topics.slice(0, topicsChosen).map(({ heading }) => heading),
  )
  const [questions, setQuestions] = useState(() =>
    summary.questions
      .filter(({ searches: found }) => found !== null)
      .slice(0, questionsChosen)
      .map(({ question }) => question),
  )
  const [title, setTitle] = useState(titles[0]?.name ?? report.keyword)
  const isKorean = language === 'ko'
  const length = isKorean ? summary.medianCharacters : summary.medianWords
  const articleOf = () => {
    const inTitle = titles.find(({ name }) => name === title)?.keywords.map(({ keyword }) => keyword) ?? []
    return formAddress(language, 'article', {
      topic: title,
      keywords: articleKeywords(report.keyword, [...inTitle, ...mostSearched(report)]),
      length: String(clampLength('article', isKorean ? 'Korean' : 'English', length)),
      length_unit: isKorean ? 'characters' : 'words',
      reader_questions: joinWithin(questions, '\n', articleLimits.reader_questions),
      ...(topics.length > 0
        ? {
            instructions: joinWithin(
              [t('keywordbrief.order'), ...topics.map((topic) => `- ${topic}`)],
              '\n',
              instructionsMaxLength,
            ),
          }
        : {}),
    })
  }
  return (
    <>
      <p className="u-note u-mt1">
        {describeCost(t, { token, isUnlimited: props.isUnlimited, time: formatTime(openUntil) })}{' '}
        {t(brief.is_sample ? 'keywords.sampleNote' : 'keywordbrief.note')}
      </p>
      <Facts summary={summary} total={brief.pages.length} readAt={brief.read_at} />
      <div className={styles.choices}>
        <Choices legend={t('keywordbrief.topics')} none={t('keywordbrief.topicsNone')}>
          {summary.topics.map(({ heading, pages }) => (
            <Choice
              key={heading}
              hint={t('keywordbrief.topicHint', { count: pages, total: readCount })}
              isChecked={topics.includes(heading)}
              onChange={() => setTopics(toggled(topics, heading))}
            >
              {heading}
            </Choice>
          ))}
        </Choices>
        <Choices legend={t('keywordbrief.questions')} none={t('keywordbrief.questionsNone')}>
          {summary.questions.map(({ question, pages, searches: found }) => (
            <Choice
              key={question}
              hint={
                found
                  ? t('keywordbrief.questionHint', {
                      searches: searches(found),
                      count: pages,
                      total: readCount,
                    })
                  : t('keywordbrief.topicHint', { count: pages, total: readCount })
              }
              isChecked={questions.includes(question)}
              onChange={() => setQuestions(toggled(questions, question))}
            >
              {question}
            </Choice>
          ))}
        </Choices>
        <Choices legend={t('keywordbrief.titles')} none={t('keywordbrief.titlesNone')}>
          {titles.map(({ name, keywords }) => (
            <Choice
              key={name}
              group="brief-title"
              hint={keywords
                .flatMap(({ keyword, searches: found }) =>
                  found ? [t('keywordbrief.titleHint', { keyword, searches: searches(found) })] : [],
                )
                .join(' · ')}
              isChecked={title === name}
              onChange={() => setTitle(name)}
            >
              {name}
            </Choice>
          ))}
        </Choices>
      </div>
      <p className="u-actions u-mt4">
        <LinkButton to={articleOf()} variant="filled">
          {t('keywordbrief.write')}
        </LinkButton>
        <span className={styles.hint}>{t('keywordbrief.writeHint')}</span>
      </p>
      <BriefPages pages={brief.pages} />
    </>
  )
}

const toggled = (chosen: readonly string[], value: string): string[] =>
  chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]

function Facts({ summary, total, readAt }: { summary: BriefSummary; total: number; readAt: string }) {
  const { t, language } = useTranslation('keywords', 'keywordbrief')
  const length =
    language === 'ko'
      ? t('keywordbrief.characters', { count: summary.medianCharacters })
      : t('keywordbrief.words', { count: summary.medianWords })
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('keywordbrief.read')}</dt>
        <dd>{t('keywordbrief.readValue', { count: summary.readCount, total })}</dd>
      </div>
      <div>
        <dt>{t('keywordbrief.length')}</dt>
        <dd>{length}</dd>
      </div>
      <div>
        <dt>{t('keywordbrief.pictures')}</dt>
        <dd>{t('keywordbrief.picturesValue', { count: summary.medianPictures })}</dd>
      </div>
      {summary.medianDate && (
        <div>
          <dt>{t('keywordbrief.age')}</dt>
          <dd>
            {describeAge(new Date(summary.medianDate), new Date(readAt), language)}{' '}
            <small className={styles.hint}>
              {t('keywordbrief.dated', { count: summary.datedCount, total: summary.readCount })}
            </small>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Choices(props: { legend: string; none: string; children: ReactNode[] }) {
  return (
    <fieldset className="u-bare-fieldset">
      <legend className={styles.legend}>{props.legend}</legend>
      {props.children.length > 0 ? props.children : <p className={styles.hint}>{props.none}</p>}
    </fieldset>
  )
}

/** @param props.group the name of radio buttons; without it a checkbox */
function Choice(props: {
  group?: string
  hint: string
  isChecked: boolean
  onChange: () => void
  children: string
}) {
  return (
    <label className={styles.choice}>
      <input
        type={props.group ? 'radio' : 'checkbox'}
        className="u-tick"
        name={props.group}
        checked={props.isChecked}
        onChange={props.onChange}
      />
      <span className={styles.name} dir="auto">
        {props.children}
        <span className={styles.hint}>{props.hint}</span>
      </span>
    </label>
  )
}
