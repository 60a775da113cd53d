// The first sign-in creates the member's record, an empty balance and, once per person, the welcome gift, in one
// transaction.
import { logFailure } from '#server/log-failure.ts'
import { randomInt } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod'
import { grantTokens } from '#server/metering/ledger.ts'
import { wrapError, isUniqueViolation } from '#server/adapters/database.ts'
import type { Tables, UserTable } from '#server/adapters/tables.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { memberColumns } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { signUpTokens } from '#shared/usage.ts'
import { barInvitedBefore, findDeletion, hashIdentities } from './deleted-identity.ts'
import { cleanNickname, numberedNickname } from './nickname.ts'

export type MemberRecord = Selectable<UserTable>

/** The identity data of providers (GoTrue's names); any other field is ignored. */
const providerFacts = z.object({
  full_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  avatar_url: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
})

/**
 * Registers the subject of a token under one of its identities (A03).
 * @returns the member's record
 * @throws AppError foreign_uuid when the identity is not the subject's, already_signed_up on every later call (A04),
 * deleted_account with the time after which a deleted account may sign up again (A39), member_create_failed
 */
export async function signUp(
  deps: Pick<Dependencies, 'database' | 'authAdmin' | 'config'>,
  input: { userId: string; identityId: string; language: Language },
): Promise<MemberRecord> {
  const member = await wrapError('member_create_failed', () =>
    deps.database.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('auth.identities as i')
        .innerJoin('auth.users as u', 'u.id', 'i.user_id')
        .select(['u.id', 'u.email', 'u.raw_user_meta_data', 'i.provider', 'i.identity_data'])
        .where('i.id', '=', input.identityId)
        .where('i.user_id', '=', input.userId)
        .executeTakeFirst()
      if (!account) throw new AppError('foreign_uuid')
      const hashes = await hashIdentities(trx, account.id, deps.config.deletedAccounts.hashKey)
      const deletion = await findDeletion(trx, hashes)
      if (deletion && !deletion.isOver)
        throw new AppError('deleted_account', { detail: { until: deletion.until } })
      const member = await insertMember(trx, account, input.language)
      await trx.insertInto('user_usage').values({ id: member.id }).execute()
      if (!deletion)
        await grantTokens(trx, {
          member: member.id,
          amount: signUpTokens,
          kind: 'sign_up',
          idempotencyKey: `sign_up:${member.id}`,
        })
      await barInvitedBefore(trx, member.id, hashes)
      await logSignUp(trx, member.id, input.language)
      return member
    }),
  )
  await updateAuthService(deps, member)
  return member
}

/**
 * In the same transaction, so that a lost response leaves neither a member without a log row nor one with two (A11).
 */
async function logSignUp(trx: Transaction<Tables>, id: string, language: Language): Promise<void> {
  await sql`insert into public.statistic_log (type, type_detail, url, uuid)
    values ('ACTION', 'SIGN_UP', ${`/${language}/sign/confirm`}, ${id}::uuid)`.execute(trx)
}

type Account = {
  id: string
  email: string | null
  provider: string
  raw_user_meta_data: unknown
  identity_data: unknown
}

async function insertMember(
  trx: Transaction<Tables>,
  account: Account,
  language: Language,
): Promise<MemberRecord> {
  const existing = await trx.selectFrom('user').select('id').where('id', '=', account.id).executeTakeFirst()
  if (existing) throw new AppError('already_signed_up')
  const facts = { ...readFacts(account.identity_data), ...readFacts(account.raw_user_meta_data) }
  const name = cleanNickname(facts.full_name ?? facts.name, language, randomInt(9000))
  const row = {
    id: account.id,
    email: account.email?.toLowerCase() ?? null,
    photo: httpsUrl(facts.avatar_url ?? facts.picture),
    provider: account.provider,
    logined_at: new Date().toISOString(),
  }
  for (const nickname of nicknameCandidates(name)) {
    const member = await insertUnlessTaken(trx, { ...row, nickname })
    if (member) return member
  }
  throw new AppError('member_create_failed')
}

async function insertUnlessTaken(
  trx: Transaction<Tables>,
  row: {
    id: string
    nickname: string
    email: string | null
    photo: string | null
    provider: string
    logined_at: string
  },
): Promise<MemberRecord | undefined> {
  try {
    return await trx
      .insertInto('user')
      .values(row)
      .onConflict((conflict) => conflict.expression(sql`lower(nickname)`).doNothing())
      .returning([...memberColumns])
      .executeTakeFirst()
  } catch (error) {
    // A concurrent call was first: its row appeared between the select and the insert.
    if (isUniqueViolation(error, 'user_pkey')) throw new AppError('already_signed_up', { cause: error })
    throw error
  }
}

/** 하늘, 하늘2 … 하늘5, then random numbers, so that many people with one name need few attempts. */
function* nicknameCandidates(name: string): Generator<string> {
  yield name
  for (let number = 2; number <= 5; number++) yield numberedNickname(name, number)
  for (let attempt = 0; attempt < 20; attempt++) yield numberedNickname(name, randomInt(10_000, 1_000_000))
}

function readFacts(value: unknown): z.infer<typeof providerFacts> {
  const result = providerFacts.safeParse(value)
  if (!result.success) return {}
  return Object.fromEntries(Object.entries(result.data).filter(([, text]) => text))
}

function httpsUrl(text: string | undefined): string | null {
  if (!text || text.length > 2_000 || !URL.canParse(text)) return null
  const url = new URL(text)
  // Kakao still sends http URLs of pictures that its servers also serve over https.
  if (url.protocol === 'http:' && url.hostname.endsWith('.kakaocdn.net')) url.protocol = 'https:'
  return url.protocol === 'https:' ? url.href : null
}

/** The session's copy is for display, so a failure here must not undo the sign-up. */
async function updateAuthService(deps: Pick<Dependencies, 'authAdmin'>, member: MemberRecord): Promise<void> {
  try {
    await deps.authAdmin.setUserAuth(member.id, {
      id: member.id,
      nickname: member.nickname,
      role: member.role,
    })
  } catch (error) {
    logFailure('accounts: user_auth was not stored', error)
  }
}
