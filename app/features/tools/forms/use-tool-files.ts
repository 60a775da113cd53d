import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { sizeOfSource, type SourceSizes } from '#shared/tool-prices.ts'
import { findToolFileProblem } from '#shared/tools.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import { useSignedInAgain } from '#app/session/signed-in.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'
import type { StoredFile } from './form-draft.ts'

export type ToolFileItem = {
  key: string
  name: string
  /** In bytes; null for a file of an earlier request. */
  size: number | null
  state:
    | { kind: 'sending'; share: number }
    /** Uploaded, and being read, so that the price is known. */
    | { kind: 'reading'; path: string }
    /** `size`: of its extracted content; null before it was read. */
    | { kind: 'ready'; path: string; size: SourceSizes[number] }
    /** With a path where it was sent and cannot be used. */
    | { kind: 'failed'; code: ErrorCode; path?: string }
}

/** The server's report on a file. */
type Look = { characters: number | null; pages?: number } | { code: ErrorCode }

const pathOf = ({ state }: ToolFileItem): string | undefined => ('path' in state ? state.path : undefined)

/** The files that a text can be written from; one that is still being read is among them. */
export const sentFiles = (items: readonly ToolFileItem[]): StoredFile[] =>
  items.flatMap(({ name, size, state }) => {
    if (state.kind === 'ready') return [{ path: state.path, name, size, content: state.size }]
    return state.kind === 'reading' ? [{ path: state.path, name, size, content: null }] : []
  })

/**
 * The files of a form: uploaded to the member's private folder when they are chosen, each separately, and read there.
 */
export function useToolFiles(countMax: number, first: readonly ToolFile[] = []) {
  const getSupabase = useSupabase()
  const api = useApi()
  const uuid = useMember()?.id ?? null
  const [items, setItems] = useState<ToolFileItem[]>(() =>
    first.map(({ path, name }) => ({ key: path, name, size: null, state: readyAt(path) })),
  )
  const [isOneTooMany, setIsOneTooMany] = useState(false)
  const current = useRef(items)
  /**
   * The paths that belong to the text they were submitted for. A file that no text refers to is deleted a day later.
   */
  const handedIn = useRef(new Set(first.map(({ path }) => path)))
  const sendings = useRef(new Map<string, { abort: AbortController; done: Promise<void> }>())
  /** Could not be sent, because the session had ended. */
  const waiting = useRef(new Map<string, File>())

  const change = useCallback((next: (now: ToolFileItem[]) => ToolFileItem[]) => {
    current.current = next(current.current)
    setItems(current.current)
  }, [])
  const setState = useCallback(
    (key: string, state: ToolFileItem['state']) =>
      change((now) => now.map((item) => (item.key === key ? { ...item, state } : item))),
    [change],
  )

  useEffect(() => {
    const going = sendings.current
    return () => going.forEach(({ abort }) => abort.abort())
  }, [])

  async function send(key: string, file: File, abort: AbortController): Promise<void> {
    try {
      const { uploadToolFile } = await whenOnline(() => import('#app/session/upload-tool-file.ts'))
      const path = await uploadToolFile(await getSupabase(), file, {
        onProgress: (share) => setState(key, { kind: 'sending', share }),
        signal: abort.signal,
      })
      setState(key, { kind: 'reading', path })
      setState(key, await look({ path, name: file.name }, abort.signal))
    } catch (error) {
      if (abort.signal.aborted) return
      const { code } = toAppError(error, 'upload_failed')
      if (code === 'sign_in_required') waiting.current.set(key, file)
      setState(key, { kind: 'failed', code })
    } finally {
      sendings.current.delete(key)
    }
  }

  /** A file that cannot be read now is read when the text is written. */
  async function look(file: ToolFile, signal: AbortSignal): Promise<ToolFileItem['state']> {
    const { path } = file
    try {
      const body = { uuid, files: [file] }
      const { result } = await api.json<{ result: Look[] }>('/ai/tool/files', {
        method: 'POST',
        body,
        signal,
      })
      const [found] = result
      if (found && 'code' in found) return { kind: 'failed', code: found.code, path }
      return { kind: 'ready', path, size: found ? sizeOfSource(found) : null }
    } catch (error) {
      if (signal.aborted) throw error
      return readyAt(path)
    }
  }

  function begin(key: string, file: File): void {
    setState(key, { kind: 'sending', share: 0 })
    const abort = new AbortController()
    sendings.current.set(key, { abort, done: send(key, file, abort) })
  }

  useSignedInAgain(() => {
    const files = [...waiting.current]
    waiting.current.clear()
    for (const [key, file] of files) begin(key, file)
  })

  function remove(key: string): void {
    waiting.current.delete(key)
    const item = current.current.find((other) => other.key === key)
    sendings.current.get(key)?.abort.abort()
    change((now) => now.filter((other) => other.key !== key))
    setIsOneTooMany(false)
    const path = item && pathOf(item)
    if (path && !handedIn.current.has(path)) void takeAway(path)
  }

  async function takeAway(path: string): Promise<void> {
    const { removeToolFile } = await whenOnline(() => import('#app/session/upload-tool-file.ts'))
    await removeToolFile(await getSupabase(), path)
  }

  /** Where only one file is allowed, the new one replaces the old. */
  function add(files: readonly File[]): void {
    if (countMax === 1 && files.length === 1) current.current.forEach(({ key }) => remove(key))
    const room = countMax - current.current.length
    setIsOneTooMany(files.length > room)
    for (const file of files.slice(0, room)) {
      const key = crypto.randomUUID()
      const problem = findToolFileProblem(file) ?? (file.size === 0 ? 'file_empty' : null)
      const item = { key, name: file.name, size: file.size }
      if (problem) {
        change((now) => [...now, { ...item, state: { kind: 'failed', code: problem } }])
        continue
      }
      change((now) => [...now, { ...item, state: { kind: 'sending', share: 0 } }])
      begin(key, file)
    }
  }

  /**
   * Waits for running uploads. @returns the files, or null when one of them cannot be used @throws AppError
   * sign_in_required
   */
  async function whenSent(): Promise<ToolFile[] | null> {
    await Promise.all([...sendings.current.values()].map(({ done }) => done))
    if (waiting.current.size > 0) throw new AppError('sign_in_required')
    const ready = sentFiles(current.current).map(({ name, path }) => ({ name, path }))
    if (ready.length !== current.current.length) return null
    for (const { path } of ready) handedIn.current.add(path)
    return ready
  }

  /**
   * @returns a function that restores the uploaded files: they stay stored, and are deleted a day later when no text
   * refers to them
   */
  function clear(): () => void {
    const files = sentFiles(current.current)
    for (const { path } of files) handedIn.current.add(path)
    current.current.forEach(({ key }) => remove(key))
    return () => putBack(files)
  }

  /** Restores files that an earlier visit of this tab had uploaded, and may have submitted. */
  function putBack(files: readonly StoredFile[]): void {
    for (const { path } of files) handedIn.current.add(path)
    change(() =>
      files.slice(0, countMax).map(({ path, name, size, content = null }) => ({
        key: path,
        name,
        size,
        state: readyAt(path, content),
      })),
    )
  }

  const actions = useStableCallbacks({ add, remove, whenSent, clear, putBack })
  return useMemo(
    () => ({ items, countMax, isOneTooMany, ...actions }),
    [items, countMax, isOneTooMany, actions],
  )
}

const readyAt = (path: string, size: SourceSizes[number] = null): ToolFileItem['state'] => ({
  kind: 'ready',
  path,
  size,
})

export type ToolFiles = ReturnType<typeof useToolFiles>
