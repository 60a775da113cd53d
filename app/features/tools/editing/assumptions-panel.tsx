import { Button } from '@mantine/core'
import { useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { openAssumptions } from '#shared/assumptions.ts'
import { renderedText } from '#shared/rendered-text.ts'
import { HelpLink } from '#app/session/help-link.tsx'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { showPassageIn } from '#app/ui/editor/show-passage.ts'
import { textLanguages } from '#app/ui/text-language.ts'
import { textPaneId } from '../writing/text-pane-id.ts'
import { useActions, useShownText } from '../writing/writing-context.ts'
import styles from './blanks-panel.module.css'

/**
 * What to look through before the text is sent: what it tells about its sender although nobody said it, and below that
 * the advice on it. An edited passage leaves its list by itself.
 * @param props.onSaid gets what a screen reader is told
 */
export default function AssumptionsPanel(props: { onSaid: (text: string) => void }) {
  const { t } = useTranslation('assumptions')
  const { shown, content } = useShownText()
  const { editor } = useActions()
  const passages = useRef<HTMLOListElement>(null)
  const pieces = useRef<HTMLUListElement>(null)
  const { advice } = shown
  const open = openAssumptions(shown.assumed, content)
  const title = t('assumptions.title', { count: open.length })
  /** The focus goes to the entry that takes the place of one that goes, else to the text. */
  const passFocus = (gone: Element | null) => {
    const entries = [passages, pieces].flatMap(({ current }) => [...(current?.children ?? [])])
    const others = entries.filter((entry) => entry !== gone)
    const place = entries.findIndex((entry) => entry === gone)
    const next = others[Math.min(place, others.length - 1)]?.querySelector('button')
    if (next) next.focus()
    else if (editor.current) editor.current.focus()
    else document.getElementById(textPaneId)?.focus()
  }
  const onConfirmed = (entry: Element | null) => {
    const count = open.length - 1
    props.onSaid(count > 0 ? t('assumptions.confirmed', { count }) : t('assumptions.done'))
    passFocus(entry)
  }
  const onRead = (entry: Element | null) => {
    const count = advice.length - 1
    props.onSaid(count > 0 ? t('assumptions.advice.left', { count }) : t('assumptions.advice.done'))
    passFocus(entry)
  }
  return (
    <>
      {open.length > 0 && (
        <section className={`u-surface ${styles.panel}`} aria-label={title}>
          <p className={styles.title}>{title}</p>
          <p className={styles.lead}>
            {t('assumptions.lead')} <HelpLink opensNewTab topic="blanks" about={title} />
          </p>
          <ol ref={passages} className="u-bare-list">
            {open.map((passage) => (
              <Passage key={passage} passage={passage} onConfirmed={onConfirmed} />
            ))}
          </ol>
        </section>
      )}
      {advice.length > 0 && (
        <section className={`u-surface ${styles.panel}`} aria-label={t('assumptions.advice.title')}>
          <p className={styles.title}>{t('assumptions.advice.title')}</p>
          <p className={styles.lead}>{t('assumptions.advice.lead')}</p>
          <ul ref={pieces} className="u-bare-list">
            {advice.map((piece) => (
              <Entry
                key={piece}
                list="advice"
                entry={piece}
                label={t('assumptions.advice.read')}
                onGone={onRead}
              >
                {piece}
              </Entry>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type OnGone = (entry: Element | null) => void

function Passage({ passage, onConfirmed }: { passage: string; onConfirmed: OnGone }) {
  const { t } = useTranslation('assumptions')
  const { shown } = useShownText()
  const { editor } = useActions()
  const show = () => {
    const text = document.querySelector(`#${textPaneId} [data-editor]`)
    if (editor.current) editor.current.showPassage(passage)
    else if (text) showPassageIn(text, passage)
  }
  return (
    <Entry
      list="assumed"
      entry={passage}
      label={t('assumptions.confirm')}
      onGone={onConfirmed}
      second={{ label: t('assumptions.show'), onClick: show }}
    >
      <span {...textLanguages[shown.language]}>{renderedText(passage)}</span>
    </Entry>
  )
}

type EntryProps = {
  list: 'assumed' | 'advice'
  /** As it is stored. */
  entry: string
  /** Of the button that takes it from its list for good. */
  label: string
  onGone: OnGone
  second?: { label: string; onClick: () => void }
  children: ReactNode
}

/** Each has a request of its own, so that quick presses are all sent. */
function Entry({ list, entry, label, onGone, second, children }: EntryProps) {
  const { shown } = useShownText()
  const { update } = useActions()
  const { send } = useMutation()
  const id = useId()
  const { id: textId, [list]: before } = shown
  const takeAway = (event: MouseEvent) => {
    if (textId === null) return
    onGone(event.currentTarget.closest('li'))
    void send(async ({ supabase }) => confirmAssumption(await supabase(), textId, entry), {
      show: () => {
        update(textId, ({ [list]: now }) => ({ [list]: now.filter((other) => other !== entry) }))
        return () =>
          update(textId, ({ [list]: now }) => ({
            // Another run may have listed others since.
            [list]: now.every((other) => before.includes(other))
              ? before.filter((other) => other === entry || now.includes(other))
              : now,
          }))
      },
    })
  }
  return (
    <li className={styles.passage}>
      <p id={id}>{children}</p>
      <div className="u-row">
        <Button variant="default" size="sm" aria-describedby={id} onClick={takeAway}>
          {label}
        </Button>
        {second && (
          <Button variant="subtle" size="sm" aria-describedby={id} onClick={second.onClick}>
            {second.label}
          </Button>
        )}
      </div>
    </li>
  )
}

/**
 * The member has dealt with a passage or a piece of advice.
 * @throws AppError `request_in_progress` while a run writes the text
 */
async function confirmAssumption(supabase: Supabase, id: number, passage: string): Promise<void> {
  const { error } = await supabase.rpc('confirm_assumption', { tool_use_id: id, passage })
  if (error) throw asAppError(error)
}
