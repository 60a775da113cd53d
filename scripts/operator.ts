// npm run operator: lists prompts that wait for review. Its subcommands:
// - `npm run operator approve <id>` publishes one, `npm run operator return <id> <reason>` returns it.
// - `npm run operator import <file> …` imports a file of prompts (operator-import.ts).
// - `npm run operator starter` fills an empty library of a hosted database; a start fills a machine's own.
// - `npm run operator contact` lists and answers questions (operator-contact.ts).
// - `npm run operator publish <file.md>` publishes notices and articles (operator-publish.ts).
// - `npm run operator invites` lists and grants waiting rewards of invitations (operator-invites.ts).
// - `npm run operator owner <e-mail>` names an owner of the console (operator-owner.ts).
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '#server/adapters/database.ts'
import { addStarterPublications } from '#server/features/articles/starter-publications.ts'
import { addStarterPrompts } from '#server/features/prompts/starter-prompts.ts'
import { listWaitingPrompts, reviewPrompt } from '#server/features/prompts/review-prompts.ts'
import { AppError } from '#shared/errors.ts'
import { chooseDataFolder } from './engine/data-folder.ts'
import { findOwnDatabase } from './engine/own-database.ts'
import { workOnContact } from './operator-contact.ts'
import { workOnInvites } from './operator-invites.ts'
import { makeOwner } from './operator-owner.ts'
import { publishFiles } from './operator-publish.ts'
import { importFile, OperatorMistake } from './operator-import.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const url = process.env.DATABASE_URL || findOwnDatabase(chooseDataFolder(project, process.env))
if (!url) {
  console.error(
    'DATABASE_URL names the database that is meant. For this machine’s own, start the product first.',
  )
  process.exit(1)
}
const database = connectDatabase(url, { connectionsMax: 1 })
const [command, id, ...words] = process.argv.slice(2)
try {
  if (command === undefined) await showWaiting()
  else if (command === 'starter') {
    console.log(`${await addStarterPrompts(database)} prompts were added.`)
    console.log(`${await addStarterPublications(database)} articles and notices were added.`)
  } else if (command === 'import') await importFile(database, process.argv.slice(3))
  else if (command === 'publish') await publishFiles(database, process.argv.slice(3))
  else if (command === 'contact') await workOnContact(database, url, process.argv.slice(3))
  else if (command === 'owner') await makeOwner(database, process.argv.slice(3))
  else if (command === 'invites') await workOnInvites(database, process.argv.slice(3))
  else if (!/^[1-9]\d{0,14}$/.test(id ?? '')) fail('Which one? `npm run operator` lists the numbers.')
  else if (command === 'approve') await decide({ isApproved: true })
  else if (command === 'return') await decide({ isApproved: false, reason: words.join(' ') })
  else fail(`${command} is none of approve, return, import, publish, contact, invites, owner and starter.`)
} catch (error) {
  if (!(error instanceof OperatorMistake)) throw error
  fail(error.message)
} finally {
  await database.destroy()
}

async function showWaiting(): Promise<void> {
  const waiting = await listWaitingPrompts(database)
  console.log(waiting.length === 0 ? 'No prompt waits.' : `${waiting.length} prompts wait:`)
  for (const version of waiting) {
    const kind = version.isShown ? `edit ${version.number} of prompt ${version.promptId}` : 'new'
    console.log(`\n${version.versionId} (${kind}, by ${version.author}, ${version.createdAt})`)
    // JSON puts user input on one line, without control characters for the terminal.
    for (const text of [version.title, version.description, version.prompt]) console.log(JSON.stringify(text))
  }
}

async function decide(verdict: Parameters<typeof reviewPrompt>[2]): Promise<void> {
  try {
    await reviewPrompt(database, Number(id), verdict)
    console.log(verdict.isApproved ? `${id} is published.` : `${id} is returned.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    fail(error.code === 'not_found' ? `${id} does not wait for a review.` : 'A return needs a reason.')
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
