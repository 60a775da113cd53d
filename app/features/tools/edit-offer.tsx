import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { EditFeature } from '#shared/tools-edit.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { useEditorWords } from './editor-words.ts'
import type { EditState } from './use-edit.ts'
import styles from './edit-commands.module.css'

type EditOfferProps = {
  state: EditState
  feature: EditFeature
  /** What stands in the text now; empty for something new. */
  before: string
  languageTag: string
  isRightToLeft: boolean
  price: number
  onTake: (markdown: string) => void
  onTitle: (title: string) => void
  onTags: (tags: string[]) => void
  onStop: () => void
  onAgain: () => void
  onClose: () => void
}

/** The old beside the new, to take or to leave. */
export function EditOffer(props: EditOfferProps) {
  const { t } = useEditorWords()
  const { state, feature, price } = props
  const isRunning = state.status === 'running'
  const isList = feature === 'title' || feature === 'tag'
  const panel = useRef<HTMLElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && props.onClose())
  useEffect(() => {
    panel.current?.focus()
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const attributes = { lang: props.languageTag, dir: props.isRightToLeft ? 'rtl' : 'ltr' } as const
  const canTake = !isRunning && state.text.trim() !== ''
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.offer}
      aria-label={t('editor.edit.offer', { command: t(`editor.edit.command.${feature}`) })}
      aria-busy={isRunning}
    >
      {props.before && !isList && (
        <div>
          <h3 className={styles.side}>{t('editor.edit.before')}</h3>
          <del className={styles.before} {...attributes}>
            {props.before}
          </del>
        </div>
      )}
      {state.text && (
        <div>
          <h3 className={styles.side}>{t('editor.edit.after')}</h3>
          <div className={styles.after}>
            <MarkdownView
              nodes={parseMarkdown(state.text)}
              languageTag={props.languageTag}
              isRightToLeft={props.isRightToLeft}
            />
          </div>
        </div>
      )}
      {state.titles.length > 0 && (
        <ul className={styles.titles} {...attributes}>
          {state.titles.map((title) => (
            <li key={title}>
              <button type="button" onClick={() => props.onTitle(title)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      {state.tags.length > 0 && (
        <p className={styles.after} {...attributes}>
          {state.tags.map((tag) => `#${tag}`).join(' ')}
        </p>
      )}
      {state.error && (
        <p className={styles.error} role="alert">
          {t(`errors.${state.error.code}`, { ...state.error.detail })}
        </p>
      )}
      <p className={styles.hint} role="status">
        {isRunning ? t(state.isLineLost ? 'tools.pane.lost' : 'editor.edit.running') : describeEnd()}
      </p>
      <div className={styles.actions}>
        {isRunning && (
          <Button variant="default" size="sm" onClick={props.onStop}>
            {t('tools.pane.stop')}
          </Button>
        )}
        {canTake && (
          <Button variant="filled" size="sm" onClick={() => props.onTake(state.text)}>
            {t(props.before ? 'editor.edit.take' : 'editor.edit.insert')}
          </Button>
        )}
        {!isRunning && state.tags.length > 0 && (
          <Button variant="filled" size="sm" onClick={() => props.onTags(state.tags)}>
            {t('editor.edit.take')}
          </Button>
        )}
        {!isRunning && (
          <Button variant="default" size="sm" onClick={props.onAgain}>
            {t('editor.edit.again', { tokens: price })}
          </Button>
        )}
        <Button variant="subtle" size="sm" onClick={props.onClose}>
          {t('editor.edit.leave')}
        </Button>
      </div>
    </section>
  )

  function describeEnd(): string {
    if (!state.token) return t('tools.pane.free')
    const cost = t('tools.pane.cost', { tokens: state.token })
    return state.isDemo ? `${cost} · ${t('tools.pane.demoNote')}` : cost
  }
}
