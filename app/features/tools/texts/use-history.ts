import { useNavigate, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useSelection } from '#app/ui/use-selection.ts'
import type { HistoryFilter, HistoryLine, HistoryPage } from './history-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { LabelledText } from './labels-data.ts'

const loadData = () => whenOnline(() => import('./history-data.ts'))

export const isGoing = (line: HistoryLine): boolean => line.status === 'queued' || line.status === 'running'

/** The list so far, and its actions. Changes are shown immediately and reverted when they are refused. */
export function useHistory(first: HistoryPage, filter: HistoryFilter) {
  const { t, language } = useTranslation('history')
  const getSupabase = useSupabase()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const list = useInfiniteList(first, async (supabase, cursor: string) =>
    (await loadData()).listTexts(supabase, filter, cursor),
  )
  const selection = useSelection(list.lines, (line) => !isGoing(line))

  const fail = useErrorToast()
  /** @returns whether it was done */
  const attempt = (work: () => Promise<void>): Promise<boolean> =>
    work().then(
      () => true,
      (error: unknown) => {
        fail(error)
        return false
      },
    )

  const words = {
    deleteTexts: (count: number) => t('history.deleted', { count }),
    restoreTexts: (count: number) => t('history.restored', { count }),
    eraseTexts: (count: number) => t('history.erased', { count }),
  }
  type Name = keyof typeof words
  const through = (name: Name) => async (supabase: Supabase, ids: readonly number[]) =>
    (await loadData())[name](supabase, ids)
  const deletion = (name: Name, back?: Name) => ({
    remove: through(name),
    removed: words[name],
    undo: t('history.undo'),
    ...(back && { restore: through(back), restored: words[back] }),
  })
  const deleteLines = useDeletion(list, deletion('deleteTexts', 'restoreTexts'))
  const restoreLines = useDeletion(list, deletion('restoreTexts', 'deleteTexts'))
  const erase = useDeletion(list, deletion('eraseTexts'))

  /** @param ids null for all texts of the trash, also those that the list does not show */
  const eraseLines = async (ids: readonly number[] | null): Promise<void> => {
    if (ids) return erase(ids)
    await attempt(async () => {
      const erased = await (await loadData()).eraseTexts(await getSupabase(), null)
      showToast({ message: words.eraseTexts(erased.length) })
    })
    await revalidator.revalidate()
  }

  const rename = (line: HistoryLine, title: string) => {
    const setTitle = (next: string | null) =>
      list.change((lines) => lines.map((other) => (other.id === line.id ? { ...other, title: next } : other)))
    setTitle(title)
    return attempt(async () => {
      await (await loadData()).renameText(await getSupabase(), line.id, title)
      showToast({ message: t('history.renamed') })
    }).then((isDone) => {
      if (!isDone) setTitle(line.title)
    })
  }

  const duplicate = (line: HistoryLine) =>
    attempt(async () => {
      const title = t('history.copyName', { title: line.title || t('history.untitled') })
      const id = await (await loadData()).duplicateText(await getSupabase(), line.id, title)
      const now = new Date().toISOString()
      const dates = { created_at: now, saved_at: now, changed_at: now }
      list.add({ ...line, id, title, token: 0, image: 0, ...dates })
      showToast({
        message: t('history.duplicated'),
        action: {
          label: t('history.open'),
          run: () => void navigate(`/${language}/tool/use?tool=${line.tool}&id=${id}`),
        },
      })
    })

  /** Shows labels that were stored. */
  const showLabels = (labelled: readonly LabelledText[]) => {
    const labelsOf = new Map(labelled.map(({ id, labels }) => [id, labels]))
    list.change((lines) => lines.map((line) => ({ ...line, labels: labelsOf.get(line.id) ?? line.labels })))
    void revalidator.revalidate()
  }

  /** Shows another name of a label, or none, on all lines. */
  const renameLabel = (name: string, newName: string | null) =>
    list.change((lines) =>
      lines.map((line) => ({
        ...line,
        labels: [...new Set(line.labels.flatMap((label) => (label === name ? (newName ?? []) : label)))],
      })),
    )

  return {
    list,
    selection,
    deleteLines,
    restoreLines,
    eraseLines,
    rename,
    duplicate,
    showLabels,
    renameLabel,
  }
}
