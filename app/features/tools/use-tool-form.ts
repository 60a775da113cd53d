import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ToolFile } from '#shared/tools-form.ts'
import { toolFilesMax, type WritingTool } from '#shared/tools.ts'
import { useWords } from '#app/session/words.tsx'
import { asksForExample, withoutExample, type Example } from './example.ts'
import { asDraft, loadDraft, loadFiles, saveDraft, saveFiles } from './form-draft.ts'
import { leftOutOf, type ToolUse } from './tool-data.ts'
import type { FieldProblems, FormDraft, ToolDefinition } from './tool-definition.ts'
import { useLinks } from './use-links.ts'
import { sentFiles, useToolFiles, type ToolFiles } from './use-tool-files.ts'

/** The initial data of a tool's page. */
export type Opened = {
  /** The text to open, or null for a new one. */
  use: ToolUse | null
  /** The example to show, when the address requests it. */
  example: Example | null
  /** Fields that the address fills in, by name; unknown parameters are ignored. */
  given: Record<string, string>
}

/** A tool's form with its files and links, as an opened text, the address or an earlier visit left it. */
export function useToolForm<Draft extends FormDraft>(
  kit: ToolDefinition<Draft>,
  { use, example, given }: Opened,
) {
  const { tool } = kit
  const { language } = useWords()
  const empty = () => kit.emptyDraft(language)
  const read = (value: unknown) => asDraft(empty(), kit.mainField, value)
  const [draft, setDraft] = useState<Draft>(
    () => read(use?.request) ?? read(example?.draft) ?? read(given) ?? empty(),
  )
  const [problems, setProblems] = useState<FieldProblems>({})
  const files = useToolFiles(toolFilesMax[tool], filesOf(use))
  const links = useLinks(draft, leftOutOf(use))

  const leaveExample = useLeaveExample()
  const change = (next: Draft) => {
    setDraft(next)
    saveDraft(tool, next)
    leaveExample()
  }
  /** From this point the stored form counts, so that a reload restores it. */
  const takeGiven = () => {
    const taken = read(given)
    if (taken) window.history.replaceState(window.history.state, '', `?tool=${tool}`)
    return taken
  }
  const isNew = use === null && example === null
  useStoredDraft(isNew, () => takeGiven() ?? read(loadDraft(tool)), change)
  useStoredFiles(isNew ? tool : null, files)

  const fill = (value: unknown): Draft => {
    const filled = read(value) ?? empty()
    change(filled)
    setProblems({})
    return filled
  }
  /** @returns a function that restores the earlier content, files too */
  const reset = (): (() => void) => {
    const putFilesBack = files.clear()
    fill(null)
    return () => {
      change(draft)
      putFilesBack()
    }
  }
  const isEmpty = files.items.length === 0 && JSON.stringify(draft) === JSON.stringify(empty())
  /** Files and links that go along, or null when one of them cannot be used. Throws AppError. */
  const gather = async () => {
    const sent = await files.whenSent()
    const leftOut = sent && (await links.whenRead())
    return leftOut && { sent, leftOut }
  }
  return { draft, isEmpty, problems, setProblems, files, links, change, fill, reset, gather }
}

/** The result of `useToolForm` for the code that sends the form. */
export type ToolFormState<Draft extends FormDraft> = ReturnType<typeof useToolForm<Draft>>

/**
 * After the first change the address no longer requests the example. Otherwise a reload or the return from a sign-in
 * would replace the input with the example.
 */
function useLeaveExample(): () => void {
  const [search, setSearch] = useSearchParams()
  return () => {
    if (!asksForExample(search)) return
    setSearch(withoutExample(search), { replace: true, preventScrollReset: true })
  }
}

/** The files that the text was written from: they go along when it is written again. */
function filesOf(use: ToolUse | null): ToolFile[] {
  const { files } = use?.request ?? {}
  return Array.isArray(files) ? (files as ToolFile[]) : []
}

/** Restores a form from before a reload or a sign-in, after hydration, because the server cannot know it. */
function useStoredDraft<Draft extends FormDraft>(
  isWanted: boolean,
  find: () => Draft | null,
  putIn: (draft: Draft) => void,
): void {
  useEffect(() => {
    const stored = isWanted ? find() : null
    if (stored) putIn(stored)
    // Only once: later the form on screen is newer than the stored one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/** Restores the uploaded files with the form. */
function useStoredFiles(tool: WritingTool | null, files: ToolFiles): void {
  const { items, putBack } = files
  const isRead = useRef(false)
  useEffect(() => {
    if (tool === null) return
    if (!isRead.current) {
      isRead.current = true
      const stored = loadFiles(tool)
      if (stored.length > 0) return putBack(stored)
    }
    saveFiles(tool, sentFiles(items))
  }, [tool, items, putBack])
}
