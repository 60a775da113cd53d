// Files of prompts, read and written in the browser. Loaded on import or export.
import Papa from 'papaparse'
import {
  exportColumns,
  guardFormula,
  readJsonRecords,
  unguardFormula,
  type ExportedPrompt,
} from '#shared/prompt-import.ts'

/** The rows of a CSV or JSON file, by column heading; null for other formats. */
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

/**
 * Korean spreadsheets still write CSV in a legacy code page. Other programs write UTF-8, with or without a byte order
 * mark.
 */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('euc-kr').decode(bytes)
  }
}

/** With a byte order mark, so that spreadsheets recognise UTF-8. */
export const writeCsv = (prompts: readonly ExportedPrompt[]): string =>
  '\ufeff' +
  Papa.unparse({
    fields: [...exportColumns],
    data: prompts.map((prompt) => exportColumns.map((column) => guardFormula(prompt[column]))),
  })

export const writeJson = (prompts: readonly ExportedPrompt[]): string =>
  JSON.stringify({ format: 'munjang-prompts', version: 1, prompts }, null, 2)
