import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { findLinks, linkingTexts, linksMax, type LinkPreview } from '#shared/links.ts'
import { isPaidPlan } from '#shared/payments.ts'
import { useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useApi } from '#app/session/use-api.ts'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'

export type LinkState =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'read'; preview: LinkPreview }
  | { kind: 'failed'; code: ErrorCode }
export type LinkItem = { url: string; isLeftOut: boolean; state: LinkState }

type Answer = LinkPreview | { url: string; code: ErrorCode }

/**
 * The links in a form: found during typing, read when a field loses the focus or after a paste, and optionally left
 * out.
 */
export function useLinks(form: object, leftOutAtFirst: readonly string[]) {
  const api = useApi()
  const uuid = useMember()?.id ?? null
  const isPaid = isPaidPlan(useUsage()?.plan)
  const texts = linkingTexts(form)
  const found = useMemo(() => findLinks(texts), [texts])
  const [leftOut, setLeftOut] = useState<readonly string[]>(leftOutAtFirst)
  const [states, setStates] = useState<Readonly<Record<string, LinkState>>>({})
  const going = useRef(new Map<string, Promise<LinkState>>())
  const isPasted = useRef(false)

  const used = found.filter((url) => !leftOut.includes(url))
  const isTooMany = used.length > linksMax
  const canRead = uuid !== null && isPaid && !isTooMany

  const setState = useCallback(
    (url: string, state: LinkState) => setStates((now) => ({ ...now, [url]: state })),
    [],
  )

  const read = useCallback(
    (url: string): Promise<LinkState> => {
      const already = going.current.get(url)
      if (already) return already
      setState(url, { kind: 'reading' })
      const work = ask().then((state) => {
        going.current.delete(url)
        setState(url, state)
        return state
      })
      going.current.set(url, work)
      return work

      async function ask(): Promise<LinkState> {
        try {
          const body = { uuid, urls: [url] }
          const { result } = await api.json<{ result: Answer[] }>('/ai/tool/links', { method: 'POST', body })
          const [answer] = result
          if (!answer) return { kind: 'failed', code: 'try_again' }
          return 'code' in answer ? { kind: 'failed', code: answer.code } : { kind: 'read', preview: answer }
        } catch (error) {
          return { kind: 'failed', code: toAppError(error).code }
        }
      }
    },
    [api, uuid, setState],
  )

  /** Reads the links that were not read yet, when a field loses the focus. */
  const readNew = () => {
    if (canRead) used.filter((url) => !states[url]).forEach((url) => void read(url))
  }
  useEffect(() => {
    if (!isPasted.current) return
    isPasted.current = false
    readNew()
  })

  /**
   * Reads the links that a text needs before it is written.
   * @returns the links to leave out, or null when a wanted one cannot be read
   * @throws AppError sign_in_required
   */
  async function whenRead(): Promise<string[] | null> {
    if (isTooMany) return null
    const kept = leftOut.filter((url) => found.includes(url))
    // Without a paid plan the server reports it.
    if (!canRead) return kept
    const all = await Promise.all(used.filter((url) => states[url]?.kind !== 'read').map(read))
    if (all.some((state) => state.kind === 'failed' && state.code === 'sign_in_required'))
      throw new AppError('sign_in_required')
    return all.every(({ kind }) => kind === 'read') ? kept : null
  }

  const items = useMemo(
    () =>
      found.map((url): LinkItem => ({
        url,
        isLeftOut: leftOut.includes(url),
        state: states[url] ?? { kind: 'waiting' },
      })),
    [found, leftOut, states],
  )
  const actions = useStableCallbacks({
    readNew,
    /** Reads pasted links as soon as the form contains them. */
    notePaste: () => {
      isPasted.current = true
    },
    read: (url: string) => void read(url),
    leave: (url: string) => setLeftOut((now) => [...now, url]),
    takeBack: (url: string) => setLeftOut((now) => now.filter((other) => other !== url)),
    whenRead,
  })
  return useMemo(
    () => ({ items, isTooMany, needsPlan: !isPaid, ...actions }),
    [items, isTooMany, isPaid, actions],
  )
}

export type ToolLinks = ReturnType<typeof useLinks>
