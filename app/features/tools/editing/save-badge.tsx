import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#app/session/words.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import type { SaveState } from './autosave.ts'
import { useShownText } from '../writing/writing-context.ts'
import styles from '../writing/document-actions.module.css'

const freshMs = 60_000

/** The save state of the text, in the editor's toolbar. Only states that need attention are announced. */
export function SaveBadge({ state }: { state: SaveState }) {
  const { t } = useTranslation('writing', 'errors')
  const { shown, statusSlot } = useShownText()
  const isFresh = useFreshSave(state)
  const kind =
    state.kind === 'saved' ? (isFresh ? 'savedNow' : shown.savedAt ? 'saved' : 'draft') : state.kind
  const isCalm = state.kind === 'saved' || state.kind === 'editing' || state.kind === 'saving'
  return (
    <>
      {statusSlot &&
        createPortal(
          <span className={styles.badge} data-state={state.kind}>
            {t(`writing.save.${kind}`)}
          </span>,
          statusSlot,
        )}
      <LiveRegion
        text={isCalm ? '' : state.kind === 'refused' ? t(`errors.${state.code}`) : t(`writing.save.${kind}`)}
      />
    </>
  )
}

/** True for a minute after a save on this page. */
function useFreshSave(state: SaveState): boolean {
  const [isFresh, setIsFresh] = useState(false)
  const [before, setBefore] = useState(state.kind)
  if (before !== state.kind) {
    setBefore(state.kind)
    setIsFresh(state.kind === 'saved')
  }
  useEffect(() => {
    if (!isFresh) return
    const timer = setTimeout(() => setIsFresh(false), freshMs)
    return () => clearTimeout(timer)
  }, [isFresh])
  return isFresh
}
