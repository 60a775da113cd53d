import { useState } from 'react'
import { useFetcher, useLocation, useNavigate, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { createGrownLists } from '#app/ui/grown-lists.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { HistoryLine, HistoryPage } from './history-data.ts'
import { useHistoryWords } from './history-words.ts'

const grownLists = createGrownLists<HistoryPage>()

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

  async function deleteSelected(): Promise<void> {
    const ids = [...selected]
    const gone = page.lines.filter((line) => selected.has(line.id))
    change((now) => without(now, ids))
    setSelected(new Set())
    const isDone = await attempt(async () => {
      const { deleteTexts } = await whenOnline(() => import('./history-data.ts'))
      const deleted = await deleteTexts(await getSupabase(), ids)
      // A run has begun to write one of them since.
      const stayed = gone.filter(({ id }) => !deleted.includes(id))
      change((now) => withLines(now, stayed))
      showToast({
        message: t('history.deleted', { count: deleted.length }),
        action: { label: t('history.undo'), run: () => void takeBack(gone, deleted) },
      })
    })
    if (!isDone) change((now) => withLines(now, gone))
    // All visible lines are gone, but there are more.
    else if (gone.length === page.lines.length && gone.length < page.total) await revalidator.revalidate()
  }

  async function takeBack(gone: HistoryLine[], ids: number[]): Promise<void> {
    await attempt(async () => {
      const { restoreTexts } = await whenOnline(() => import('./history-data.ts'))
      const restored = await restoreTexts(await getSupabase(), ids)
      change((now) =>
        withLines(
          now,
          gone.filter(({ id }) => restored.includes(id)),
        ),
      )
      showToast({ message: t('history.restored', { count: restored.length }) })
    })
  }

  const rename = (line: HistoryLine, title: string) => {
    const setTitle = (next: string | null) =>
      change((now) => ({
        ...now,
        lines: now.lines.map((other) => (other.id === line.id ? { ...other, title: next } : other)),
      }))
    setTitle(title)
    return attempt(async () => {
      const { renameText } = await whenOnline(() => import('./history-data.ts'))
      await renameText(await getSupabase(), line.id, title)
      showToast({ message: t('history.renamed') })
    }).then((isDone) => {
      if (!isDone) setTitle(line.title)
    })
  }

  const duplicate = (line: HistoryLine) =>
    attempt(async () => {
      const { duplicateText } = await whenOnline(() => import('./history-data.ts'))
      const title = t('history.copyName', { title: line.title || t('history.untitled') })
      const id = await duplicateText(await getSupabase(), line.id, title)
      const now = new Date().toISOString()
      change((shown) =>
        withLines(shown, [{ ...line, id, title, token: 0, image: 0, created_at: now, saved_at: now }]),
      )
      showToast({
        message: t('history.duplicated'),
        action: {
          label: t('history.open'),
          run: () => void navigate(`/${language}/tool/use?tool=${line.tool}&id=${id}`),
        },
      })
    })

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
    deleteSelected,
    rename,
    duplicate,
  }
}

/** The first load sets list and total, later ones continue after the last id (T24). */
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
    setPage((now) => ({ ...now, lines: joined(now.lines, lines) }))
  }
  grownLists.useStored(key, page)

  const query = new URLSearchParams(search)
  query.set('after', String(page.lines.at(-1)?.id ?? ''))
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

/** Newest first, each once: later `lists` are older. */
function joined(...lists: HistoryLine[][]): HistoryLine[] {
  const byId = new Map(lists.flat().map((line) => [line.id, line]))
  return [...byId.values()].toSorted((a, b) => b.id - a.id)
}

/** Merges the lines loaded now with those loaded before. */
function continued(first: HistoryPage, grown: HistoryPage | undefined): HistoryPage {
  const last = first.lines.at(-1)
  if (!grown || !last) return first
  return { ...first, lines: [...first.lines, ...grown.lines.filter(({ id }) => id < last.id)] }
}

const without = (page: HistoryPage, ids: readonly number[]): HistoryPage => {
  const lines = page.lines.filter(({ id }) => !ids.includes(id))
  return { lines, total: page.total - (page.lines.length - lines.length) }
}
const withLines = (page: HistoryPage, added: HistoryLine[]): HistoryPage => {
  const lines = joined(page.lines, added)
  return { lines, total: page.total + (lines.length - page.lines.length) }
}
