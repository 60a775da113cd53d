import { useState } from 'react'
import { useFetcher, useLocation, useNavigate, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useSupabase } from '#app/session/use-api.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { createGrownLists } from '#app/ui/grown-lists.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { HistoryLine, HistoryPage } from './history-data.ts'
import { continued, putBack, without, withNextPage } from './history-lines.ts'
import { useHistoryWords } from './history-words.ts'
import type { LabelledText } from './labels-data.ts'

const grownLists = createGrownLists<HistoryPage>()
const loadData = () => whenOnline(() => import('./history-data.ts'))

export const isGoing = (line: HistoryLine): boolean => line.status === 'queued' || line.status === 'running'

/** The list so far, and its actions. Changes are shown immediately and reverted when they are refused. */
export function useHistory(first: HistoryPage) {
  const { t, language } = useHistoryWords()
  const getSupabase = useSupabase()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const { page, change, more } = useGrownPage(first)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())

  /** @returns whether it was done */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      const code = toAppError(error).code
      showToast({ message: t(`errors.${code}`), tone: 'error' })
      return false
    }
  }

  /** Takes lines off the list. Those that `work` does not return come back, for example because a run has begun. */
  async function takeOff(
    ids: readonly number[],
    work: (supabase: Supabase) => Promise<number[]>,
    onDone: (moved: number[]) => void,
  ): Promise<void> {
    const before = page.lines
    change((now) => without(now, ids))
    setSelected(new Set())
    const isDone = await attempt(async () => {
      const moved = await work(await getSupabase())
      const stayed = ids.filter((id) => !moved.includes(id))
      change((now) => putBack(now, before, stayed))
      onDone(moved)
    })
    if (!isDone) change((now) => putBack(now, before, ids))
    // All visible lines are gone, but there are more.
    else if (ids.length === before.length && ids.length < page.total) await revalidator.revalidate()
  }

  async function deleteLines(ids: readonly number[]): Promise<void> {
    const before = page.lines
    const undo = (moved: number[]) =>
      attempt(async () => {
        const restored = await (await loadData()).restoreTexts(await getSupabase(), moved)
        change((now) => putBack(now, before, restored))
        showToast({ message: t('history.restored', { count: restored.length }) })
      })
    await takeOff(
      ids,
      async (supabase) => (await loadData()).deleteTexts(supabase, ids),
      (moved) =>
        showToast({
          message: t('history.deleted', { count: moved.length }),
          action: { label: t('history.undo'), run: () => void undo(moved) },
        }),
    )
  }

  const restoreLines = (ids: readonly number[]) =>
    takeOff(
      ids,
      async (supabase) => (await loadData()).restoreTexts(supabase, ids),
      (moved) => showToast({ message: t('history.restored', { count: moved.length }) }),
    )

  /** @param ids null for all texts of the trash, also those that the list does not show */
  const eraseLines = async (ids: readonly number[] | null) => {
    await takeOff(
      ids ?? page.lines.map(({ id }) => id),
      async (supabase) => (await loadData()).eraseTexts(supabase, ids),
      (moved) => showToast({ message: t('history.erased', { count: moved.length }) }),
    )
    if (ids === null) await revalidator.revalidate()
  }

  const rename = (line: HistoryLine, title: string) => {
    const setTitle = (next: string | null) =>
      change((now) => ({
        ...now,
        lines: now.lines.map((other) => (other.id === line.id ? { ...other, title: next } : other)),
      }))
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
      const copy = { ...line, id, title, token: 0, image: 0, ...dates, next_cursor: '' }
      change((shown) => ({ lines: [copy, ...shown.lines], total: shown.total + 1 }))
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
    change((now) => ({
      ...now,
      lines: now.lines.map((line) => ({ ...line, labels: labelsOf.get(line.id) ?? line.labels })),
    }))
    void revalidator.revalidate()
  }

  /** Shows another name of a label, or none, on all lines. */
  const renameLabel = (name: string, newName: string | null) =>
    change((now) => ({
      ...now,
      lines: now.lines.map((line) => ({
        ...line,
        labels: [...new Set(line.labels.flatMap((label) => (label === name ? (newName ?? []) : label)))],
      })),
    }))

  return {
    ...page,
    more,
    selected,
    toggle: (id: number) =>
      setSelected((now) =>
        now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]),
      ),
    selectAll: (isOn: boolean) =>
      setSelected(new Set(isOn ? page.lines.filter((line) => !isGoing(line)).map((line) => line.id) : [])),
    deleteLines,
    restoreLines,
    eraseLines,
    rename,
    duplicate,
    showLabels,
    renameLabel,
  }
}

/** The first load sets list and total, later ones continue after the last line (T24). */
function useGrownPage(first: HistoryPage) {
  const { key, pathname, search } = useLocation()
  const fetcher = useFetcher<HistoryPage>({ key: `more ${key}` })
  const [page, setPage] = useState<HistoryPage>(() => continued(first, grownLists.find(key)))
  const [seen, setSeen] = useState({ first, key, added: fetcher.data })
  if (seen.first !== first) {
    setSeen({ first, key, added: fetcher.data })
    // The same list that was read again stays as long as it is on screen.
    setPage((now) => continued(first, seen.key === key ? now : grownLists.find(key)))
  } else if (fetcher.data && seen.added !== fetcher.data) {
    const { lines } = fetcher.data
    setSeen({ first, key, added: fetcher.data })
    setPage((now) => withNextPage(now, lines))
  }
  grownLists.useStored(key, page)

  const query = new URLSearchParams(search)
  query.set('after', page.lines.findLast(({ next_cursor: next }) => next)?.next_cursor ?? '')
  const address = `${pathname}?${query}`
  return {
    page,
    change: setPage,
    more: {
      isThere: page.lines.length > 0 && page.lines.length < page.total,
      isLoading: fetcher.state !== 'idle',
      /** For those without scripts. */
      address,
      load: () => void fetcher.load(address),
    },
  }
}
