import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
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
 * What the text tells about its sender although nobody said it: a list to look through. An edited passage leaves it by
 * itself.
 * @param props.onSaid gets what a screen reader is told
 */
export default function AssumptionsPanel(props: { onSaid: (text: string) => void }) {
  const { t } = useTranslation('assumptions')
  const { shown, content } = useShownText()
  const { editor } = useActions()
  const list = useRef<HTMLOListElement>(null)
  const open = openAssumptions(shown.assumed, content)
  const title = t('assumptions.title', { count: open.length })
  /** The focus goes to the passage that takes the place of a confirmed one, else to the text. */
  const onConfirmed = (index: number) => {
    const left = open.length - 1
    props.onSaid(left > 0 ? t('assumptions.confirmed', { count: left }) : t('assumptions.done'))
    const others = [...(list.current?.children ?? [])].filter((_, place) => place !== index)
    const next = others[Math.min(index, left - 1)]?.querySelector('button')
    if (next) next.focus()
    else if (editor.current) editor.current.focus()
    else document.getElementById(textPaneId)?.focus()
  }
  if (open.length === 0) return null
  return (
    <section className={`u-surface ${styles.panel}`} aria-label={title}>
      <p className={styles.title}>{title}</p>
      <p className={styles.lead}>
        {t('assumptions.lead')} <HelpLink opensNewTab topic="blanks" about={title} />
      </p>
      <ol ref={list} className="u-bare-list">
        {open.map((passage, index) => (
          <Assumption key={passage} passage={passage} onConfirmed={() => onConfirmed(index)} />
        ))}
      </ol>
    </section>
  )
}

/** Each has a request of its own, so that quick presses are all sent. */
function Assumption({ passage, onConfirmed }: { passage: string; onConfirmed: () => void }) {
  const { t } = useTranslation('assumptions')
  const { shown } = useShownText()
  const { editor, update } = useActions()
  const { send } = useMutation()
  const id = useId()
  const { id: textId, assumed: before } = shown
  const confirm = () => {
    if (textId === null) return
    onConfirmed()
    void send(async ({ supabase }) => confirmAssumption(await supabase(), textId, passage), {
      show: () => {
        update(textId, ({ assumed }) => ({ assumed: assumed.filter((other) => other !== passage) }))
        return () =>
          update(textId, ({ assumed }) => ({
            // Another run may have listed others since.
            assumed: assumed.every((other) => before.includes(other))
              ? before.filter((other) => other === passage || assumed.includes(other))
              : assumed,
          }))
      },
    })
  }
  const show = () => {
    const text = document.querySelector(`#${textPaneId} [data-editor]`)
    if (editor.current) editor.current.showPassage(passage)
    else if (text) showPassageIn(text, passage)
  }
  return (
    <li className={styles.passage}>
      <p id={id} {...textLanguages[shown.language]}>
        {renderedText(passage)}
      </p>
      <div className="u-row">
        <Button variant="default" size="sm" aria-describedby={id} onClick={confirm}>
          {t('assumptions.confirm')}
        </Button>
        <Button variant="subtle" size="sm" aria-describedby={id} onClick={show}>
          {t('assumptions.show')}
        </Button>
      </div>
    </li>
  )
}

/** The member says that a passage is right. @throws AppError `request_in_progress` while a run writes the text */
async function confirmAssumption(supabase: Supabase, id: number, passage: string): Promise<void> {
  const { error } = await supabase.rpc('confirm_assumption', { tool_use_id: id, passage })
  if (error) throw asAppError(error)
}
