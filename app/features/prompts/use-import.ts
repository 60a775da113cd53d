import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ErrorCode } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { readImport, type ImportChoices, type ImportLine } from '#shared/prompt-import.ts'
import { importLinesMax } from '#shared/prompts.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { createDrafts, findDuplicates, type PromptMatch } from './author-data.ts'
import { readPromptFile } from './prompt-file.ts'

type Records = readonly Record<string, unknown>[]
export type FileProblem = 'unreadable' | 'empty' | 'tooMany' | 'tooLarge'
/** A line with its existing match; null before the look-up. */
export type CheckedLine = ImportLine & {
  match: PromptMatch | null
  verdict: 'ready' | 'duplicate' | 'wrong'
}

export const importFileMegabytesMax = 5
/** The number of texts that one call compares: fast, also in a large library. */
const batchSize = 20
/** The similarity from which two texts count as the same prompt. */
const samePercent = 90

/** A file on its way to drafts: read, looked through line by line, made. Nothing is made before `make`. */
export function useImport() {
  const memberId = useMember()?.id ?? ''
  const { pathname } = useLocation()
  const getSupabase = useSupabase()
  const [records, setRecords] = useState<Records | null>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({ modelId: null, subId: null, isConverting: true })
  const [matches, setMatches] = useState<PromptMatch[]>([])
  const [leftToday, setLeftToday] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null)
  const [error, setError] = useState<ErrorCode | null>(null)
  /** Counts the checks of the file: the result of an older check is ignored. */
  const look = useRef(0)

  const lines = useMemo(
    () => readImport(records ?? [], choices).map((line, index) => judge(line, matches[index] ?? null)),
    [records, choices, matches],
  )
  const { send, isPending, error: makeError, clear } = useMutation({ isInline: true })
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true)
    setError(null)
    clear()
    try {
      await work()
      return true
    } catch (caught) {
      setError(toAppError(caught).code)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  const compare = async (read: Records, wanted: ImportChoices) => {
    const own = ++look.current
    setMatches([])
    const supabase = await getSupabase()
    const texts = readImport(read, wanted).map(({ title, prompt }) => ({ title, prompt }))
    for (let start = 0; start < texts.length && own === look.current; start += batchSize) {
      const found = await findDuplicates(supabase, texts.slice(start, start + batchSize))
      if (own !== look.current) return
      setLeftToday(found.leftToday)
      setMatches((now) => [...now.slice(0, start), ...found.matches])
    }
  }

  const ready = lines.filter(({ verdict, match }) => verdict === 'ready' && match !== null)

  return {
    lines,
    choices,
    leftToday,
    isBusy: isBusy || isPending,
    fileProblem,
    error: error ?? makeError?.code ?? null,
    fileName,
    hasFile: records !== null,
    made: ready.slice(0, leftToday),
    choose: (changes: Partial<ImportChoices>) => {
      const next = { ...choices, ...changes }
      setChoices(next)
      if (records && changes.isConverting !== undefined) void attempt(() => compare(records, next))
    },
    open: (file: File) =>
      attempt(async () => {
        setRecords(null)
        setFileName(file.name)
        setFileProblem(null)
        const read = file.size > importFileMegabytesMax * 1024 ** 2 ? 'tooLarge' : await readPromptFile(file)
        const problem = typeof read === 'string' ? read : findFileProblem(read)
        setFileProblem(problem)
        if (problem || typeof read === 'string' || !read) return
        setRecords(read)
        await compare(read, choices)
      }),
    make: () =>
      send(async ({ supabase: open }) => {
        const supabase = await open()
        const contents = ready.slice(0, leftToday).flatMap(({ content }) => content ?? [])
        await createDrafts(supabase, memberId, contents)
        const { logAction } = await import('#app/session/statistics.ts')
        const event = { detail: 'PROMPT_CREATE', url: pathname, uuid: memberId } as const
        await Promise.all(contents.map(() => logAction(supabase, event)))
      }),
  }
}

function findFileProblem(records: Records | null): FileProblem | null {
  if (!records) return 'unreadable'
  if (records.length === 0) return 'empty'
  return records.length > importLinesMax ? 'tooMany' : null
}

function judge(line: ImportLine, match: PromptMatch | null): CheckedLine {
  const isThere =
    line.sameAs !== null || match?.isOwn === true || (match?.similar?.percent ?? 0) >= samePercent
  return { ...line, match, verdict: line.problems.length > 0 ? 'wrong' : isThere ? 'duplicate' : 'ready' }
}
