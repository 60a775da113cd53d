import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { ListAction } from './list-dialogs.tsx'
import type { SavedKeyword } from './saved-data.ts'
import { useTranslation } from '#app/session/words.tsx'

const loadData = () => whenOnline(() => import('./list-data.ts'))

/** What a member does with lists of saved keywords. `shown`: the list of the page; null for all keywords. */
export function useLists(
  shown: string | null,
  change: (update: (lines: SavedKeyword[]) => SavedKeyword[]) => void,
) {
  const { t, language } = useTranslation('keywordlists')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const getSupabase = useSupabase()
  const showError = useErrorToast()
  const { send } = useMutation()
  const [action, setAction] = useState<ListAction | null>(null)

  /** The page of a list, or of all keywords. Back does not lead to a list that is gone. */
  const show = (list: string) =>
    void navigate(`/${language}/tool/keyword/saved${list ? `?${new URLSearchParams({ list })}` : ''}`, {
      replace: true,
      preventScrollReset: true,
    })

  /** Shows what a dialog stored. */
  const finish = (list: string) => {
    setAction(null)
    if (action?.kind === 'rename') return show(list)
    const ids = action?.ids ?? []
    change((lines) =>
      lines
        .map((line) => (ids.includes(line.id) ? { ...line, list } : line))
        .filter((line) => shown === null || line.list === shown),
    )
    void revalidate()
  }

  const undo = async (ids: readonly number[], list: string) => {
    try {
      await (await loadData()).moveKeywords(await getSupabase(), ids, list)
      show(list)
    } catch (error) {
      showError(error)
    }
  }

  const remove = (list: string) =>
    send(async ({ supabase }) => {
      const ids = await (await loadData()).renameList(await supabase(), list, '')
      show('')
      showToast({
        message: t('keywordlists.deleted'),
        action: { label: t('keywordlists.undo'), run: () => void undo(ids, list) },
      })
    })

  return { action, open: setAction, close: () => setAction(null), finish, remove }
}
