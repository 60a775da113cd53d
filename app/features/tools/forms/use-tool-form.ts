import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ToolFile } from '#shared/tools-form.ts'
import { toolFilesMax, type WritingTool } from '#shared/tools.ts'
import { useMember } from '#app/session/root-data.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { useForm } from '#app/session/use-form.ts'
import { useTranslation } from '#app/session/words.tsx'
import { asksForExample, withoutExample, type Example } from './example.ts'
import { asDraft, checkDraft, filesDraft } from './form-draft.ts'
import { leftOutOf, type ToolUse } from '../tool-data.ts'
import type { FormDraft, ToolDefinition } from './tool-definition.ts'
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
export function useToolForm(kit: ToolDefinition, { use, example, given }: Opened) {
  const { tool } = kit
  const { language } = useTranslation()
  const empty = (): FormDraft => ({ ...kit.empty, language: language === 'ko' ? 'Korean' : 'English' })
  const read = (value: unknown) => asDraft(empty(), kit.mainField, value)
  const isNew = use === null && example === null
  const filledIn = isNew ? read(given) : null
  const [stored] = useState(() => createDraft('form', read, { storage: 'tab' }))
  const draft = useDraft(stored, () => read(use?.request) ?? read(example?.draft) ?? filledIn ?? empty(), {
    id: tool,
    isWanted: isNew && filledIn === null,
  })
  const leaveExample = useLeaveExample()
  const form = useForm(
    draft.value,
    (values) => checkDraft(tool, values),
    {
      value: draft.value,
      change(next) {
        draft.change(next)
        leaveExample()
      },
    },
    // The possible lengths depend on the language.
    { length: ['language'] },
  )
  const files = useToolFiles(toolFilesMax[tool], filesOf(use))
  const links = useLinks(draft.value, leftOutOf(use))

  /** From this point the stored form counts, so that a reload restores it. */
  const takeGiven = useEffectEvent(() => {
    if (!filledIn) return
    window.history.replaceState(window.history.state, '', `?tool=${tool}`)
    form.change(filledIn)
  })
  useEffect(() => takeGiven(), [])
  useStoredFiles(isNew ? tool : null, files)

  const fill = (value: unknown): FormDraft => {
    const filled = read(value) ?? empty()
    form.change(filled)
    form.clearProblems()
    return filled
  }
  /** @returns a function that restores the earlier content, files too */
  const reset = (): (() => void) => {
    const putFilesBack = files.clear()
    const putBack = draft.replace(empty())
    leaveExample()
    form.clearProblems()
    return () => {
      putBack()
      putFilesBack()
    }
  }
  const isEmpty = files.items.length === 0 && JSON.stringify(draft.value) === JSON.stringify(empty())
  /** Files and links that go along, or null when one of them cannot be used. Throws AppError. */
  const gather = async () => {
    const sent = await files.whenSent()
    const leftOut = sent && (await links.whenRead())
    return leftOut && { sent, leftOut }
  }
  return { kit, form, isEmpty, files, links, fill, reset, gather }
}

/** The result of `useToolForm` for the code that sends the form. */
export type ToolFormState = ReturnType<typeof useToolForm>

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
  return Array.isArray(files) ? files.flatMap((file) => parseTexts(['path', 'name'])(file) ?? []) : []
}

/** Restores the uploaded files with the form. */
function useStoredFiles(tool: WritingTool | null, files: ToolFiles): void {
  const { items, putBack } = files
  const memberId = useMember()?.id ?? null
  const stored = useMemo(() => tool && filesDraft.of(memberId, tool), [memberId, tool])
  const isRead = useRef(false)
  useEffect(() => {
    if (!stored) return
    if (!isRead.current) {
      isRead.current = true
      const found = stored.load()
      if (found && found.length > 0) return putBack(found)
    }
    const sent = sentFiles(items)
    stored.save(sent.length > 0 ? sent : null)
  }, [stored, items, putBack])
}
