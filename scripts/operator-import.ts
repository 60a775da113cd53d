// npm run operator import <file> --author <e-mail> [--category <code>] [--model <name>] [--as-it-is] [--really]:
// imports prompts of a CSV or JSON file. Without --really it only reports the result for each line.
import Papa from 'papaparse'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Database } from '#server/adapters/database.ts'
import { findAuthor, findImportDuplicates, importPrompts } from '#server/features/prompts/import-prompts.ts'
import { readImport, readJsonRecords, unguardFormula, type ImportLine } from '#shared/prompt-import.ts'
import { listSubCategories, promptCategories, promptModels, type PromptCategory } from '#shared/prompts.ts'

/** An operator's mistake, with a message for the terminal. */
export class OperatorMistake extends Error {}

const options = {
  author: { type: 'string' },
  category: { type: 'string' },
  model: { type: 'string' },
  'as-it-is': { type: 'boolean', default: false },
  really: { type: 'boolean', default: false },
} as const
/** As many as `find_prompt_duplicates()` takes. */
const batchSize = 50
const samePercent = 90

/** @param args what follows `import` @throws OperatorMistake */
export async function importFile(db: Database, args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [file] = positionals
  if (!file || positionals.length > 1) throw new OperatorMistake('One file, please: CSV or JSON.')
  if (!values.author) throw new OperatorMistake('--author <e-mail> says in whose name.')
  const author = await findAuthor(db, values.author)
  if (!author) throw new OperatorMistake(`${values.author} is no member who may write prompts.`)
  const lines = readImport(readRecords(file), {
    modelId: findChoice('model', values.model, Object.entries(promptModels)),
    subId: findChoice('category', values.category, listCategories()),
    isConverting: !values['as-it-is'],
  })
  const ready = await report(db, author.id, lines)
  if (!values.really) console.log('Nothing was made. --really makes them, each waiting for its review.')
  else console.log(`${await importPrompts(db, author.id, ready)} prompts wait for their review.`)
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new OperatorMistake((error as Error).message)
  }
}

function readRecords(file: string): Record<string, unknown>[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new OperatorMistake(`${file} cannot be read: ${(error as Error).message}`)
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const records = /^\s*[[{]/.test(text)
    ? readJsonRecords(text)
    : Papa.parse<Record<string, string>>(text, {
        header: true,
        skipEmptyLines: 'greedy',
        transform: unguardFormula,
      }).data
  if (!records || records.length === 0) throw new OperatorMistake(`${file} holds no prompts.`)
  return records
}

const listCategories = (): [string, number][] =>
  (Object.keys(promptCategories) as PromptCategory[]).flatMap((main) =>
    listSubCategories(main).map(({ id, code }): [string, number] => [code, id]),
  )

function findChoice(name: string, value: string | undefined, known: [string, number][]): number | null {
  if (value === undefined) return null
  const found = known.find(([code]) => code === value)
  if (!found) throw new OperatorMistake(`--${name} is one of: ${known.map(([code]) => code).join(', ')}.`)
  return found[1]
}

/** Reports each line that is not simply created. @returns the prompts to create */
async function report(db: Database, authorId: string, lines: ImportLine[]) {
  const ready: NonNullable<ImportLine['content']>[] = []
  const counts = { wrong: 0, there: 0 }
  for (let start = 0; start < lines.length; start += batchSize) {
    const batch = lines.slice(start, start + batchSize)
    const found = await findImportDuplicates(
      db,
      authorId,
      batch.map(({ title, prompt }) => ({ title, prompt })),
    )
    for (const [index, line] of batch.entries()) {
      const { own_id: ownId, similar } = found[index] ?? { own_id: null, similar: null }
      const percent = Math.round((similar?.similarity ?? 0) * 100)
      const there = [
        ...(line.sameAs === null ? [] : [`the same as line ${line.sameAs}`]),
        ...(ownId === null ? [] : [`the author has it as prompt ${ownId}`]),
        ...(percent < samePercent ? [] : [`${percent}% the same as prompt ${similar?.id}`]),
      ]
      // JSON puts user input on one line, without control characters for the terminal.
      const name = `${line.number} ${JSON.stringify(line.title)}`
      if (!line.content) {
        counts.wrong++
        console.log(`${name}: ${line.problems.map(({ field, rule }) => `${field} ${rule}`).join(', ')}`)
      } else if (there.length > 0) {
        counts.there++
        console.log(`${name}: ${there.join(', ')}`)
      } else ready.push(line.content)
    }
  }
  console.log(`${ready.length} ready, ${counts.there} already there, ${counts.wrong} with mistakes.`)
  return ready
}
