// npm run operator contact: lists open questions; `npm run operator contact <number> <answer>` answers one. The product
// sends the answer to the shown address, if it sends e-mails. A member also gets an alarm and reads it on /contact.
import { answerQuestion } from '#server/features/contact/answers.ts'
import { listOpenQuestions } from '#server/features/contact/questions.ts'
import type { Database } from '#server/adapters/database.ts'
import { openQueue } from '#server/adapters/queue.ts'
import { AppError } from '#shared/errors.ts'
import { OperatorMistake } from './operator-import.ts'

/** @param url of the same database @param args what follows `contact` @throws OperatorMistake */
export async function workOnContact(database: Database, url: string, args: string[]): Promise<void> {
  const [number, ...words] = args
  if (number === undefined) return showOpen(database)
  if (!/^[1-9]\d{0,14}$/.test(number))
    throw new OperatorMistake('Which one? `npm run operator contact` lists the numbers.')
  const open = await listOpenQuestions(database)
  const question = open.find(({ id }) => id === Number(number))
  const queue = await openQueue(url, { isWorker: false })
  try {
    await answerQuestion({ database, queue }, Number(number), words.join(' '))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new OperatorMistake(
      error.code === 'not_found' ? `${number} does not wait for an answer.` : 'An answer needs words.',
    )
  } finally {
    await queue.close()
  }
  const told = question?.isMember ? `${number} is answered; the member is told.` : `${number} is answered.`
  console.log(`${told} Where this site sends mail, a letter goes to ${JSON.stringify(question?.email)}.`)
}

async function showOpen(database: Database): Promise<void> {
  const open = await listOpenQuestions(database)
  console.log(open.length === 0 ? 'No question waits.' : `${open.length} questions wait:`)
  for (const question of open) {
    console.log(`\n${question.id} (${question.type}, ${question.language}, ${question.createdAt})`)
    // JSON puts user input on one line, without control characters for the terminal.
    for (const text of [question.email, question.title, question.description])
      console.log(JSON.stringify(text))
  }
}
