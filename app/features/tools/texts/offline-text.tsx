import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeviceTextLine } from '#app/session/device-texts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { createAutosave, type Autosave, type SaveState } from '../editing/autosave.ts'
import { openAutosavePorts } from '../editing/autosave-ports.ts'
import { useTranslation } from '#app/session/words.tsx'
import { holdText } from './text-lock.ts'
import styles from './offline-page.module.css'

type OfflineTextProps = {
  memberId: string
  line: DeviceTextLine
  isOnline: boolean
  onClose: () => void
}

/** A text of this browser as Markdown. What is typed stays here until the server has it. */
export function OfflineText({ memberId, line, isOnline, onClose }: OfflineTextProps) {
  const { t, language } = useTranslation('offline')
  const { id } = line
  const { text, state, change } = useOfflineText(memberId, line)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const textLanguage = textLanguages[line.language]
  const isHere = state.kind === 'offline' || state.kind === 'refused' || state.kind === 'conflict'
  return (
    <section aria-labelledby="offline-text">
      <div className={styles.bar}>
        <h2 id="offline-text" ref={heading} tabIndex={-1} className={styles.section}>
          {t('offline.edit')}
        </h2>
        <p className={styles.state} data-here={isHere || undefined} role="status">
          {t(`offline.state.${state.kind}`)}
        </p>
      </div>
      <div className="u-stack4 u-mt4">
        <TextField
          name="title"
          label={t('offline.titleLabel')}
          textLanguage={textLanguage}
          value={text.title}
          onChange={(title) => change({ ...text, title })}
        />
        <TextAreaField
          name="content"
          label={t('offline.contentLabel')}
          hint={t('offline.contentHint')}
          rows={14}
          textLanguage={textLanguage}
          value={text.content}
          onChange={(content) => change({ ...text, content })}
        />
      </div>
      <div className="u-wide-row u-mt4">
        <Button variant="default" onClick={onClose}>
          {t('offline.back')}
        </Button>
        {isOnline && (
          <LinkButton to={`/${language}/tool/use?id=${id}`} variant="filled">
            {t(state.kind === 'conflict' ? 'offline.compare' : 'offline.editor')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}

function useOfflineText(memberId: string, line: DeviceTextLine) {
  const getSupabase = useSupabase()
  const [text, setText] = useState(line.text)
  const [state, setState] = useState<SaveState>({ kind: line.isUnsent ? 'offline' : 'saved' })
  const current = useRef<Autosave>(null)
  // The line of the list changes while its text is open; the open text does not follow it.
  const open = useEffectEvent(() => {
    const { id, language } = line
    const { draft, ports } = openAutosavePorts(getSupabase, { memberId, id, language })
    const autosave = createAutosave(
      { ...ports, onState: setState, onSaved: () => {} },
      // Unsent changes differ from what the server has, whatever that is.
      {
        text: draft ? { title: '', content: '', tags: [] } : line.text,
        revision: line.revision,
        unanswered: draft?.unanswered ?? null,
      },
    )
    current.current = autosave
    if (draft) {
      autosave.change(draft.text)
      void autosave.flush()
    }
    const release = holdText(id)
    const send = () => void autosave.flush()
    window.addEventListener('online', send)
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('pagehide', send)
      release()
      autosave.end()
    }
  })
  useEffect(() => open(), [memberId, line.id])
  const change = (next: DeviceTextLine['text']) => {
    setText(next)
    current.current?.change(next)
  }
  return { text, state, change }
}
