// npm run operator owner <e-mail or member id>: makes a member an owner of the console. Owners name operators there.
import { listOwnerCandidates, nameOwner } from '#server/features/operators/name-owner.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import { OperatorMistake } from './operator-import.ts'

/** @param args what follows `owner` @throws OperatorMistake */
export async function makeOwner(database: Database, args: string[]): Promise<void> {
  const [wanted, ...rest] = args
  if (!wanted || rest.length > 0) throw new OperatorMistake('Whom? Name one e-mail address or member id.')
  const [found, ...others] = await findCandidates(database, wanted)
  if (others.length > 0) {
    const lines = [found, ...others].map(
      ({ id, nickname, provider }) => `  ${id} ${JSON.stringify(nickname)} (${provider})`,
    )
    throw new OperatorMistake(`Several members have this address. Name one by its id:\n${lines.join('\n')}`)
  }
  const name = JSON.stringify(found.nickname)
  if (found.role === 'owner') {
    console.log(`${name} is an owner already.`)
    return
  }
  await nameOwner(database, found.id)
  console.log(
    `${name} is an owner now and finds the console in the account menu. It opens after turning on two-step sign-in in the settings.`,
  )
}

async function findCandidates(database: Database, wanted: string) {
  try {
    return await listOwnerCandidates(database, wanted)
  } catch (error) {
    if (error instanceof AppError && error.code === 'member_not_found')
      throw new OperatorMistake('No member who may use the site has this address or id. Sign up there first.')
    throw error
  }
}
