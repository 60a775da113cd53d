import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { inviteReward } from '#shared/invites.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await test.database.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
const codeOf = async ({ id }: Member) =>
  (
    await query<{ recommend_code: string }>('select recommend_code from public."user" where id = $1', [id])
  )[0]!.recommend_code
/** Completes the sign-up as /sign/complete does, with the code of a link. */
const finish = async (friend: Member, code: string) =>
  query('select private.finish_sign_up($1, $2)', [friend.id, code])
const earned = async ({ id }: Member) =>
  (
    await query<{ token: number }>(
      `select coalesce(sum(amount), 0)::int as token from public.token_history where user_id = $1 and kind = 'invite'`,
      [id],
    )
  )[0]!.token

async function leave(person: Member): Promise<void> {
  const token = await test.sign({
    sub: person.id,
    session_id: person.sessionId,
    aal: 'aal1',
    amr: [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) - 10 }],
  })
  const asked = await test.post('/v1/auth/sign/delete/token', { uuid: person.id }, token)
  const { result } = (await asked.json()) as { result: string }
  const gone = await test.post('/v1/auth/sign/delete', { uuid: person.id, token: result }, token)
  expect(gone.status).toBe(200)
}

/** The same person at the same provider, after the time in which a deleted account cannot sign up again. */
async function signInAgain(person: Member): Promise<Member> {
  await query(`update private.deleted_identity set until = now() - interval '1 second'`)
  const back = await test.account()
  await query('update auth.identities set provider_id = $2 where user_id = $1', [back.id, `sub-${person.id}`])
  const answer = await test.post('/v1/auth/sign/up', { lang: 'ko', uuid: back.identityId }, back.token)
  expect(answer.status).toBe(200)
  return back
}

it('B28, security 65: a friend who deletes the account and signs up again, even twice, brings no second reward', async () => {
  const [inviter, other] = [await test.member(), await test.member()]
  const friend = await test.member()
  await finish(friend, await codeOf(inviter))
  expect([await earned(inviter), await earned(friend)]).toEqual([inviteReward.tokens, inviteReward.tokens])
  await leave(friend)
  const second = await signInAgain(friend)
  await finish(second, await codeOf(other))
  await leave(second)
  const third = await signInAgain(friend)
  await expect(
    query('insert into public.user_referrer (id, recommend_code) values ($1, $2)', [
      third.id,
      await codeOf(other),
    ]),
  ).rejects.toThrow('already_received')
  await finish(third, await codeOf(other))
  expect([await earned(inviter), await earned(other), await earned(third)]).toEqual([
    inviteReward.tokens,
    0,
    0,
  ])
})

it('B28: a deleted member who was never invited may sign up again by an invitation', async () => {
  const [inviter, friend] = [await test.member(), await test.member()]
  await leave(friend)
  const back = await signInAgain(friend)
  await finish(back, await codeOf(inviter))
  expect([await earned(inviter), await earned(back)]).toEqual([inviteReward.tokens, inviteReward.tokens])
})
