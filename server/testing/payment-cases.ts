// The shared set-up of payment tests: a product with a fake of Toss, members who order, and invariants.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { refuse, startFakeToss, type FakeToss, type TossCall } from '#server/adapters/fakes/fake-toss.ts'
import { removeBillingKeys } from '#server/features/payments/stored-card.ts'
import { settleRefunds } from '#server/features/payments/refunds.ts'
import { renewSubscriptions } from '#server/features/payments/renewals.ts'
import { settlePayments } from '#server/features/payments/unknown-charges.ts'
import { runSubscriptionCycle } from '#server/metering/order-ledger.ts'
import { fsck } from '#server/fsck.ts'
import { createBillingKeys } from '#server/adapters/billing-key.ts'
import { createCards } from '#server/adapters/cards.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { OpenedOrder, PaymentOrder } from '#shared/payments.ts'
import { createTestProduct, type Member } from './test-product.ts'

type Answer<Result> = { status: number; code: string | undefined; result: Result }

export const isCharge = ({ method, path }: TossCall): boolean =>
  method === 'POST' && (path.endsWith('/confirm') || /^\/v1\/billing\/(?!authorizations)/.test(path))
export const declined = refuse(403, 'REJECT_CARD_PAYMENT')

export type PaymentCase = Awaited<ReturnType<typeof createPaymentCase>>

export async function createPaymentCase(env: Record<string, string> = {}) {
  const toss: FakeToss = await startFakeToss()
  const test = await createTestProduct({
    env: {
      PAYMENT_LEASE_SECONDS: '1',
      PAYMENT_GRACE_SECONDS: '2',
      TOSS_TIMEOUT_SECONDS: '5',
      ...toss.env,
      ...env,
    },
  })
  const deps: Pick<Dependencies, 'config' | 'database' | 'cards' | 'billingKeys'> = {
    config: test.config,
    database: test.database,
    cards: createCards(test.config.cards, test.database),
    billingKeys: createBillingKeys(test.config.payments.billingKeySecret),
  }

  async function ask<Result>(
    payer: Member,
    path: string,
    fields: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Result>> {
    const response = await test.post(
      `/v1/payment/${path}`,
      { uuid: payer.id, ...fields },
      payer.token,
      headers,
    )
    const body = (await response.json()) as { code?: string; result: Result }
    return { status: response.status, code: body.code, result: body.result }
  }
  /** The member with a sign-in of a minute ago, which a charge to the stored card requires. */
  const fresh = async (payer: Member): Promise<Member> => ({
    ...payer,
    token: await test.sign({
      sub: payer.id,
      session_id: payer.sessionId,
      amr: [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) - 60 }],
    }),
  })
  const open = async (
    payer: Member,
    form: object,
    headers?: Record<string, string>,
  ): Promise<Answer<OpenedOrder>> =>
    ask('type' in form && form.type === 'change' ? await fresh(payer) : payer, 'order', form, headers)
  const confirm = (payer: Member, form: object) => ask<PaymentOrder>(payer, 'confirm', form)

  /** The parameters that the provider's page returns for an order. */
  function providerReturn({ order, amount, way }: OpenedOrder) {
    if (way.kind !== 'toss') return { order }
    return way.isBilling
      ? { order, customer_key: way.customerKey, auth_key: toss.authorize(way.customerKey) }
      : { order, payment_key: toss.agree(way.chargeCode, amount), charge: way.chargeCode, amount }
  }

  return {
    toss,
    test,
    deps,
    open,
    fresh,
    confirm,
    providerReturn,
    ask,
    /** Orders and pays. @returns the order afterwards */
    async buy(payer: Member, form: object, headers?: Record<string, string>): Promise<PaymentOrder> {
      const opened = await open(payer, form, headers)
      if (opened.status !== 200) throw new Error(`refused: ${opened.code}`)
      return (await confirm(payer, providerReturn(opened.result))).result
    },
    /** Opens a refund with an operator's rights, as the console does. @returns the code of a refusal */
    openRefund: (
      operator: Member,
      refund: { order: string; amount: number; id: string; reason?: string; endsPlan?: boolean },
    ) =>
      test.database
        .transaction()
        .execute(async (trx) => {
          const { rows } = await sql<{
            id: string
          }>`select id from public.payment_order where code = ${refund.order}`.execute(trx)
          const claims = JSON.stringify({
            role: 'authenticated',
            sub: operator.id,
            session_id: operator.sessionId,
            aal: 'aal2',
          })
          await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(trx)
          await sql`set local role authenticated`.execute(trx)
          await sql`select public.operator_open_refund(${rows[0]!.id}::bigint, ${refund.amount}::integer,
            ${refund.reason ?? 'Half of it was never used.'}, ${refund.id}::uuid, ${refund.endsPlan ?? false}::boolean)`.execute(
            trx,
          )
          return null
        })
        .catch((error: Error) => error.message),
    makeRefund: (operator: Member, id: string) =>
      ask<{ status: string; failure: string | null; provider_code: string | null }>(operator, 'refund', {
        refund: id,
      }),
    settleRefunds: () => settleRefunds(deps),
    async operator(role = 'operator'): Promise<Member> {
      const member = await test.member({ token: 0 })
      await sql`update public."user" set role = ${role} where id = ${member.id}`.execute(test.database)
      return { ...member, token: await test.tokenOf(member, 'aal2') }
    },
    renew: () => renewSubscriptions(deps),
    lookUp: () => settlePayments(deps),
    runCycle: () => runSubscriptionCycle(test.database),
    removeKeys: () => removeBillingKeys(deps),
    /** Moves one member's subscription back by this interval. */
    age: (payer: Member, interval: string) =>
      sql`update public.subscription set anchor_at = anchor_at - ${interval}::interval, period_start = period_start - ${interval}::interval,
        period_end = period_end - ${interval}::interval, next_try_at = next_try_at - ${interval}::interval where user_id = ${payer.id}`.execute(
        test.database,
      ),
    /** Ends every wait before a lookup. */
    passWaits: () =>
      sql`with o as (update public.payment_order set check_at = now() - interval '1 second' where status = 'UNKNOWN'),
        r as (update private.payment_refund set check_at = now() - interval '1 second' where status = 'OPEN'),
        l as (update public.payment_order set lease_until = now() - interval '1 second' where status = 'CHARGING')
        update private.payment set created_at = created_at - interval '1 hour' where status in ('INTENT', 'UNKNOWN')`.execute(
        test.database,
      ),
    usageOf: async (payer: Member) =>
      (
        await sql<Record<string, unknown>>`select * from public.user_usage where id = ${payer.id}`.execute(
          test.database,
        )
      ).rows[0]!,
    subscriptionOf: async (payer: Member) =>
      (
        await sql<
          Record<string, unknown>
        >`select * from public.subscription where user_id = ${payer.id} order by id desc limit 1`.execute(
          test.database,
        )
      ).rows[0],
    ordersOf: async (payer: Member) =>
      (
        await sql<{ type: string; status: string; failure: string | null; code: string }>`
          select type, status, failure, code from public.payment_order where user_id = ${payer.id} order by id`.execute(
          test.database,
        )
      ).rows,
    alarmsOf: async (payer: Member, kind: string) =>
      (
        await sql`select id from public.user_alarm where user_id = ${payer.id} and kind = ${kind}`.execute(
          test.database,
        )
      ).rows.length,
    /**
     * Checks the rules of every database, charges here against the provider one to one (I2), and the subscription
     * fields of user_usage (M11).
     */
    async expectRules(): Promise<void> {
      const { rows } = await sql<{ problem: string }>`
        select 'I2: order ' || o.id || ' says ' || o.refunded || ' went back, its payment ' || p.balance as problem from public.payment_order o
          join private.payment p on p.order_id = o.id and p.status in ('DONE', 'CANCELED') where o.amount - o.refunded <> p.balance
        union all select 'M11: ' || u.id || ' says ' || coalesce(u.last_subscription_status, 'nothing') from public.user_usage u
          join lateral (select s.status, s.id from public.subscription s where s.user_id = u.id order by s.id desc limit 1) s on true
          where u.last_subscription_status is distinct from s.status or u.last_subscription_id is distinct from s.id`.execute(
        test.database,
      )
      const local = new Set(
        (
          await sql<{
            code: string
          }>`select code from private.payment where status in ('DONE', 'CANCELED')`.execute(test.database)
        ).rows.map(({ code }) => code),
      )
      const { rows: balances } = await sql<{ code: string; balance: number }>`
        select code, balance from private.payment p where status in ('DONE', 'CANCELED')
          and not exists (select from private.payment_refund r where r.order_id = p.order_id and r.status = 'OPEN')`.execute(
        test.database,
      )
      const unknown = balances
        .filter(({ code, balance }) => toss.charges.get(code)?.balanceAmount !== balance)
        .map(({ code }) => `I2: what is left of ${code} at Toss is not what we say`)
      const foreign = [...toss.charges.values()]
        .filter(({ orderId, status }) => status === 'DONE' && !local.has(orderId))
        .map(({ orderId }) => `I2: Toss has ${orderId}, we do not`)
      expect([
        ...(await fsck(test.database)),
        ...rows.map(({ problem }) => problem),
        ...foreign,
        ...unknown,
      ]).toEqual([])
    },
    async close() {
      await test.close()
      await toss.close()
    },
  }
}
