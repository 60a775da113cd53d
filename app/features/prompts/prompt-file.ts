// Files of prompts, read and written in the browser. Loaded when somebody imports or exports.
import Papa from 'papaparse'
import {
  exportColumns,
  guardFormula,
  readJsonRecords,
  unguardFormula,
  type ExportedPrompt,
} from '#shared/prompt-import.ts'

/** The lines of a CSV or JSON file by the heads of their columns; null when it is neither. */
export async function readPromptFile(file: File): Promise<Record<string, unknown>[] | null> {
  const text = decode(await file.arrayBuffer())
  if (/^\s*[[{]/.test(text)) return readJsonRecords(text)
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transform: unguardFormula,
  })
  // A head of one column is the first line of some other text.
  return (meta.fields?.length ?? 0) > 1 ? data : null
}

/** Korean spreadsheets still write CSV in the code page of old; everybody else writes UTF-8, with a mark before it or without. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('euc-kr').decode(bytes)
  }
}

/** With the mark by which spreadsheets know that it is UTF-8. */
export const writeCsv = (prompts: readonly ExportedPrompt[]): string =>
  '\ufeff' +
  Papa.unparse({
    fields: [...exportColumns],
    data: prompts.map((prompt) => exportColumns.map((column) => guardFormula(prompt[column]))),
  })

export const writeJson = (prompts: readonly ExportedPrompt[]): string =>
  JSON.stringify({ format: 'munjang-prompts', version: 1, prompts }, null, 2)
