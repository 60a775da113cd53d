// npm run operator publish <file.md> … [--really]: publishes a notice or an article (its format:
// server/features/articles/read-publication.ts). Without --really it only reports the result for each file.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { publish } from '#server/features/articles/publish.ts'
import { readPublication, type Publication } from '#server/features/articles/read-publication.ts'
import type { Database } from '#server/adapters/database.ts'
import { OperatorMistake } from './operator-import.ts'

/** @param args what follows `publish` @throws OperatorMistake when a file is none: nothing is published then */
export async function publishFiles(database: Database, args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args)
  if (positionals.length === 0) throw new OperatorMistake('Which file?')
  const publications = positionals.map(readFile)
  for (const publication of publications) console.log(describe(publication))
  if (!values.really) {
    console.log('Nothing was published. --really does it.')
    return
  }
  for (const publication of publications) {
    const { id, isNew } = await publish(database, publication)
    console.log(`${publication.key}: ${isNew ? 'new' : 'changed'}, /${publication.kind}/detail/${id}`)
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { really: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new OperatorMistake((error as Error).message)
  }
}

function readFile(path: string): Publication {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorMistake(`${path} cannot be read: ${(error as Error).message}`)
  }
  const read = readPublication(text)
  if ('problems' in read) throw new OperatorMistake(`${path}:\n  ${read.problems.join('\n  ')}`)
  return read.publication
}

function describe(publication: Publication): string {
  const { kind, type, key, title_ko, title_en, published_at } = publication
  const isImportant = publication.kind === 'notice' && publication.is_important
  return `${key}: ${kind}, ${type}, ${published_at}${isImportant ? ', tells every member' : ''}: ${JSON.stringify(title_ko)} / ${JSON.stringify(title_en)}`
}
