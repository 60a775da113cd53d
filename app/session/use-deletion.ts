import { flushSync } from 'react-dom'
import { showToast } from '#app/ui/toast.tsx'
import type { Supabase } from './supabase.ts'
import { useSupabase } from './use-api.ts'
import { useErrorToast } from './use-error-toast.ts'
import type { GrowingList } from './use-infinite-list.ts'

type Id = number | string

/** What a deletion needs of a list, as `useInfiniteList` gives it. */
type DeletableList<LineId extends Id> = Pick<GrowingList, 'hasMore' | 'loadMore'> & {
  lines: readonly { id: LineId }[]
  remove: (ids: readonly LineId[]) => (ids: readonly LineId[]) => void
}

/** How lines are deleted, and restored by the undo. Both return the ids for which it was done. */
export type Deletion<LineId extends Id> = {
  remove: (supabase: Supabase, ids: readonly LineId[]) => Promise<readonly LineId[]>
  /** Left out for what is gone for good. */
  restore?: (supabase: Supabase, ids: readonly LineId[]) => Promise<readonly LineId[]>
  removed: (count: number) => string
  /** Left out where the line that is back says it. */
  restored?: (count: number) => string
  undo: string
}

/**
 * Deletes lines of a list: they leave the screen and are deleted at once, and the toast offers to restore them, also on
 * the next page. Lines that were not deleted come back.
 * @returns a function that deletes
 */
export function useDeletion<LineId extends Id>(list: DeletableList<LineId>, deletion: Deletion<LineId>) {
  const getSupabase = useSupabase()
  const fail = useErrorToast()

  return async (ids: readonly LineId[]): Promise<void> => {
    const line = document.activeElement?.closest('[data-line]')
    const next = line?.nextElementSibling ?? line?.previousElementSibling
    const putBack = flushSync(() => list.remove(ids))
    keepFocus(next)
    const { restore } = deletion
    const undo = async (removed: readonly LineId[]) => {
      try {
        const restored = await restore!(await getSupabase(), removed)
        flushSync(() => putBack(restored))
        keepFocus(document.querySelector(`[data-line="${restored[0]}"]`))
        if (deletion.restored) showToast({ message: deletion.restored(restored.length) })
      } catch (error) {
        fail(error)
      }
    }
    try {
      const removed = await deletion.remove(await getSupabase(), ids)
      putBack(ids.filter((id) => !removed.includes(id)))
      showToast({
        message: deletion.removed(removed.length),
        ...(restore && { action: { label: deletion.undo, run: () => void undo(removed) } }),
      })
      // The lines on the screen are gone, but there are more.
      if (list.hasMore && list.lines.every(({ id }) => removed.includes(id))) await list.loadMore()
    } catch (error) {
      putBack(ids)
      fail(error)
    }
  }
}

/** The button that had the focus may be gone, with its line or its toast: then a line gets it, otherwise the page. */
function keepFocus(line: Element | null | undefined): void {
  const { activeElement } = document
  if (activeElement !== document.body && !activeElement?.closest('[data-toast]')) return
  const target = line?.querySelector<HTMLElement>('a, button')
  if (target) target.focus()
  else document.querySelector('main')?.focus({ preventScroll: true })
}
