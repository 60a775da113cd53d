import { Button } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useDeferredValue, useMemo } from 'react'
import {
  hasLongSentence,
  scoreForSearch,
  splitKeywords,
  splitQuestions,
  titleCharactersMax,
  type ScoreCheck,
} from '#shared/search-score.ts'
import type { AskedLength } from '#shared/text-length.ts'
import { articleLimits } from '#shared/tools.ts'
import { editLimits, type EditFeature } from '#shared/tools-edit.ts'
import { createDraft, parseText } from '#app/session/draft.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { readAll, readBlock, readTextEnd, type Passage } from '#app/ui/editor/passage.ts'
import { TextField } from '#app/ui/fields.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { FoldedPanel } from '../writing/folded-panel.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { WrittenText } from '../writing/text.ts'
import styles from './search-score.module.css'

/** What the text was asked to be found for and to answer, and how long it was asked to be. */
export type AskedSearch = AskedLength & { keywords: string; reader_questions?: string; hasTags?: boolean }

/** The keywords that a member typed for the score of a text, by its id. */
const scoreKeywords = createDraft('score', parseText, { storage: 'browser', max: 50 })

type Fix = { feature: EditFeature; passage: Passage; instruction: string }

const { around } = editLimits
const wholeText = (markdown: string): Passage => ({ from: 0, to: 0, markdown, before: '', after: '' })

/**
 * The score of an article for its keywords while it is edited: what is met, and a command for each point that a model
 * can mend. Its suggestion is accepted or rejected like every other one.
 */
export default function SearchScore(props: {
  editor: Editor
  textId: number
  text: WrittenText
  asked: AskedSearch
  /** A command is open: another one has to wait. */
  isBusy: boolean
  priceOf: (fix: Fix) => string
  onFix: (fix: Fix) => void
  onPicture: () => void
}) {
  const { t } = useTranslation('score')
  const { editor, asked } = props
  const { value: typed, ...draft } = useDraft(scoreKeywords, asked.keywords, {
    id: props.textId,
    restore: (stored) => stored || null,
  })
  const text = useDeferredValue(props.text)
  const keywords = useMemo(() => splitKeywords(typed), [typed])
  const score = useMemo(
    () =>
      scoreForSearch(
        {
          title: text.title,
          text: text.content,
          tags: asked.hasTags === false ? null : text.tags,
          keywords,
          questions: splitQuestions(asked.reader_questions ?? ''),
        },
        asked,
      ),
    [text, keywords, asked],
  )
  const whole = () =>
    wholeText(
      // By characters, so that no emoji is cut in half.
      Array.from(editor.getText({ blockSeparator: '\n\n' }))
        .slice(0, editLimits.text)
        .join(''),
    )
  const find = (check: ScoreCheck): Fix | null => {
    const on = (passage: Passage | null, instruction: string): Fix | null =>
      passage && { feature: 'text', passage, instruction }
    const [keyword = ''] = keywords
    switch (check) {
      case 'title':
      case 'titleLength':
        return { feature: 'title', passage: whole(), instruction: '' }
      case 'tags':
        return { feature: 'tag', passage: whole(), instruction: '' }
      case 'opening':
        return on(
          readBlock(editor, 'paragraph', { aroundMax: around }),
          t('score.order.opening', { keyword }),
        )
      case 'heading':
        return (
          on(readBlock(editor, 'heading', { aroundMax: around }), t('score.order.heading', { keyword })) ??
          on(readTextEnd(editor, around), t('score.order.section', { keyword }))
        )
      case 'headings':
        return on(readAll(editor, editLimits.text), t('score.order.headings'))
      case 'repetition':
        return on(readAll(editor, editLimits.text), t('score.order.repetition', { keyword }))
      case 'paragraphs':
        return on(
          readBlock(editor, 'paragraph', {
            aroundMax: around,
            choose: (blocks) => blocks.toSorted((a, b) => b.text.length - a.text.length)[0],
          }),
          t('score.order.paragraphs'),
        )
      case 'sentences':
        return on(
          readBlock(editor, 'paragraph', {
            aroundMax: around,
            choose: (blocks) => blocks.find((block) => hasLongSentence(block.text, asked.language)),
          }),
          t('score.order.sentences'),
        )
      case 'related':
        return on(
          readTextEnd(editor, around),
          t('score.order.related', { keywords: score?.missing.join(', ') ?? '' }),
        )
      case 'questions':
        return on(
          readTextEnd(editor, around),
          t('score.order.questions', { questions: score?.open.join('\n') ?? '' }),
        )
      case 'length':
        return { feature: 'text-continue', passage: readTextEnd(editor, around), instruction: '' }
      default:
        return null
    }
  }
  return (
    <FoldedPanel
      title={t('score.title')}
      result={score && t('score.points', { points: score.points })}
      lead={t('score.lead')}
      isOpen={asked.keywords !== '' || draft.isRestored}
    >
      <TextField
        name="score-keywords"
        label={t('score.keywords')}
        hint={t('score.keywordsHint')}
        limit={articleLimits.keywords}
        value={typed}
        onChange={(keywords) => draft.change(() => keywords)}
      />
      {score && (
        <>
          <ul className={styles.checks}>
            {score.checks.map(({ check, isMet }) => {
              const fix = isMet ? null : find(check)
              return (
                <li key={check} data-met={isMet || undefined}>
                  <span className={styles.sign}>
                    {isMet && <CheckIcon size={14} />}
                    <span className="spoken-only">{t(isMet ? 'score.met' : 'score.unmet')}: </span>
                  </span>
                  <span className={styles.check}>
                    {t(`score.checks.${check}`, { count: titleCharactersMax })}
                  </span>
                  {fix && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={props.isBusy}
                      aria-label={`${t('score.fix')} · ${props.priceOf(fix)}: ${t(`score.checks.${check}`, { count: titleCharactersMax })}`}
                      onClick={() => props.onFix(fix)}
                    >
                      {t('score.fix')} · {props.priceOf(fix)}
                    </Button>
                  )}
                  {check === 'images' && !isMet && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={props.isBusy}
                      aria-label={`${t('score.fix')}: ${t('score.checks.images')}`}
                      onClick={props.onPicture}
                    >
                      {t('score.fix')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
          <p className="u-muted u-small u-mt2">
            {t('score.mentions', { count: score.mentions })}{' '}
            {score.missing.length > 0 && t('score.missing', { keywords: score.missing.join(', ') })}{' '}
            {score.open.length > 0 && t('score.open', { questions: score.open.join(' · ') })}
          </p>
        </>
      )}
    </FoldedPanel>
  )
}
