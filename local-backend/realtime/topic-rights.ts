import type pg from 'pg'
import type { Identity } from './identify.ts'
import { runInQueue, type Questions } from './realtime-context.ts'
import { RealtimeError } from './realtime-error.ts'

export type TopicRights = Record<'broadcast' | 'presence', { read: boolean; write: boolean }>

/** The features of a public topic: everything, or changes of rows only. */
export type PublicChannels = 'open' | 'changes-only'

/**
 * The rights that policies on realtime.messages give a caller in a private topic; policies see its name as
 * realtime.topic().
 */
export function findPrivateRights(
  questions: Questions,
  identity: Identity,
  name: string,
): Promise<TopicRights> {
  return runInQueue(questions, identity.userId, () => askDatabase(questions.pool, identity, name))
}

async function askDatabase(
  pool: pg.Pool,
  { role, claimsText }: Identity,
  name: string,
): Promise<TopicRights> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ rights: TopicRights }>(
      'select realtime.check_topic($1, $2, $3) as rights',
      [role, claimsText, name],
    )
    // The rows of the check must not stay.
    await client.query('rollback')
    return rows[0]!.rights
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}

export function findPublicRights(publicChannels: PublicChannels): TopicRights {
  const isOpen = publicChannels === 'open'
  return { broadcast: { read: isOpen, write: isOpen }, presence: { read: isOpen, write: isOpen } }
}

/** The reason why a caller may not write. */
export function refuseWriting(name: string, isPrivate: boolean): RealtimeError {
  return isPrivate
    ? new RealtimeError('Unauthorized', `You do not have permissions to write to this Channel topic: ${name}`)
    : new RealtimeError('PrivateOnly', 'This project only allows private channels')
}
