import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import { wrapError, isUniqueViolation, type Querier } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { ProfileUpdate } from '#shared/accounts.ts'
import { isFormerMember } from '#shared/former-member.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { noteNewsReader, recordConsent } from './record-consents.ts'
import { isReservedNickname, plainNickname } from './nickname.ts'

type Change = {
  nickname?: string
  photo?: string | null
  background?: string | null
  is_email_reception?: boolean
}

/**
 * Changes one field of the member's record (A33).
 * @returns the changed fields with their new values
 * @throws AppError nickname_invalid, nickname_taken (B16), foreign_file for a picture that is not the member's own
 * upload, member_update_failed
 */
export async function updateProfile(
  deps: Pick<Dependencies, 'database' | 'authAdmin' | 'config'>,
  input: { userId: string; update: ProfileUpdate; language: Language },
): Promise<Change & { updated_at: string }> {
  const change: Change =
    'nickname' in input.update ? { nickname: requireNickname(input.update.nickname) } : input.update
  for (const address of [change.photo, change.background])
    if (address) await requireOwnPicture(deps, input.userId, address)
  const row = await wrapError('member_update_failed', () =>
    deps.database.transaction().execute(async (trx) => {
      // Before the setting itself, so that a withdrawal of an earlier setting is recorded as one.
      if (change.is_email_reception !== undefined)
        await recordConsent(trx, input.userId, 'news', change.is_email_reception)
      if (change.is_email_reception) await noteNewsReader(trx, input)
      return save(trx, input.userId, change)
    }),
  )
  if (change.nickname)
    await updateAuthService(deps, input.userId, { nickname: change.nickname, role: row.role })
  return { ...change, updated_at: row.updated_at }
}

/** @throws AppError nickname_invalid */
function requireNickname(text: string): string {
  const name = plainNickname(text)
  if (name === null || isReservedNickname(name) || isFormerMember(name))
    throw new AppError('nickname_invalid')
  return name
}

/** Pages show these URLs to everyone, so only the member's own file of the public bucket is accepted. */
async function requireOwnPicture(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  const { publicUrl, url } = config.supabase
  const bases = [publicUrl, url, config.publicOrigin, ...config.ownOrigins].filter(Boolean)
  const start = bases
    .map((base) => `${base}/storage/v1/object/public/image/`)
    .find((base) => address.startsWith(base))
  const name = start ? address.slice(start.length) : ''
  const file = await database
    .selectFrom('storage.objects')
    .select('name')
    .where('bucket_id', '=', 'image')
    .where('owner_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!file) throw new AppError('foreign_file')
}

async function save(trx: Querier, userId: string, change: Change) {
  try {
    const row = await trx
      .updateTable('user')
      .set({ ...change, updated_at: sql<string>`now()` })
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .returning(['role', 'updated_at'])
      .executeTakeFirst()
    if (!row) throw new AppError('member_not_found')
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'user_nickname_key')) throw new AppError('nickname_taken', { cause: error })
    throw error
  }
}

/** The session's copy is for display, so a failure here must not undo the change. */
async function updateAuthService(
  deps: Pick<Dependencies, 'authAdmin'>,
  id: string,
  member: { nickname: string; role: string },
): Promise<void> {
  try {
    await deps.authAdmin.setUserAuth(id, { id, ...member })
  } catch (error) {
    logFailure('accounts: user_auth was not stored', error)
  }
}
