// npm run operator invites: lists the waiting rewards of invitations; `npm run operator invites release <number> …`
// grants them. `npm run operator invites limit <count>` changes how many friends a day one inviter is rewarded for
// without a review.
import { limitInvites, listWaitingInvites, releaseInvite } from '#server/features/invites/waiting-invites.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import { OperatorMistake } from './operator-import.ts'

const limitMax = 100_000

/** @param args what follows `invites` @throws OperatorMistake */
export async function workOnInvites(database: Database, args: string[]): Promise<void> {
  const [command, ...numbers] = args
  if (command === undefined) return showWaiting(database)
  if (!numbers.every((number) => /^\d{1,15}$/.test(number)) || numbers.length === 0)
    throw new OperatorMistake('Which one? `npm run operator invites` lists the numbers.')
  if (command === 'release') {
    for (const number of numbers) await release(database, Number(number))
  } else if (command === 'limit' && numbers.length === 1 && Number(numbers[0]) <= limitMax) {
    await limitInvites(database, Number(numbers[0]))
    console.log(`From now on an inviter is rewarded for ${numbers[0]} friends a day at once.`)
  } else throw new OperatorMistake(`invites takes \`release <number> …\` or \`limit <0 to ${limitMax}>\`.`)
}

async function showWaiting(database: Database): Promise<void> {
  const waiting = await listWaitingInvites(database)
  console.log(waiting.length === 0 ? 'No reward waits.' : `${waiting.length} rewards wait:`)
  for (const invite of waiting) {
    // JSON puts user input on one line, without control characters for the terminal.
    const [inviter, friend] = [JSON.stringify(invite.inviter), JSON.stringify(invite.friend)]
    const left = invite.isFriendHere ? '' : ' (has left)'
    console.log(
      `${invite.id} (${invite.createdAt}): ${inviter}, ${invite.inviterTotal} friends so far, invited ${friend}${left}`,
    )
  }
}

async function release(database: Database, id: number): Promise<void> {
  try {
    await releaseInvite(database, id)
    console.log(`${id} is rewarded.`)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw new OperatorMistake(`${id} does not wait for its reward.`)
    throw error
  }
}
