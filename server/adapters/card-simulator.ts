// Simulates a card provider on a machine without keys: same flow, no money. It stores its charges in the database, so
// that several processes and a restart share them. config.ts makes sure that it never runs in public.
import { randomUUID } from 'node:crypto'
import type { SimulatorCard } from '#shared/payments.ts'
import type { Cards, Charged, Found, Payment } from './cards.ts'
import { isUniqueViolation, type Database } from './database.ts'

/** For this time a charge whose response was lost cannot be looked up. */
const hiddenSeconds = 5

export function createCardSimulator(database: Database): Cards {
  async function take(kind: SimulatorCard, code: string, amount: number): Promise<Charged> {
    const isDeclined = kind === 'declined' || (kind === 'later' && /-p\d+-\d+$/.test(code))
    const isResponseLost = kind === 'slow' && !/-p\d+-\d+$/.test(code)
    try {
      await database
        .insertInto('private.simulated_payment')
        .values({
          code,
          payment_key: `sim_${kind}_${randomUUID()}`,
          amount,
          status: isDeclined ? 'ABORTED' : 'DONE',
          failure: isDeclined ? 'declined' : null,
          visible_at: new Date(Date.now() + (isResponseLost ? hiddenSeconds * 1000 : 0)).toISOString(),
        })
        .execute()
    } catch (error) {
      if (!isUniqueViolation(error, 'simulated_payment_pkey')) throw error
    }
    if (isResponseLost) return { kind: 'unknown' }
    const found = await find(code)
    return found.kind === 'paid' || found.kind === 'declined' ? found : { kind: 'unknown' }
  }

  async function find(code: string): Promise<Found> {
    const row = await database
      .selectFrom('private.simulated_payment')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirst()
    if (!row) return { kind: 'absent' }
    if (Date.parse(row.visible_at) > Date.now()) return { kind: 'unknown' }
    if (row.failure) return { kind: 'declined', reason: 'declined' }
    const payment: Payment = {
      paymentKey: row.payment_key,
      amount: row.amount,
      balance: row.status === 'CANCELED' ? 0 : row.amount - row.returned,
      approvedAt: row.approved_at,
      receiptUrl: null,
      ...cardSummaryOf(kindOf(row.payment_key)),
    }
    return payment.balance === 0 ? { kind: 'reversed', payment } : { kind: 'paid', payment }
  }

  return {
    clientKey: null,
    simulator: {
      authorize: (kind, code, isBilling) => `${isBilling ? 'simauth' : 'simpay'}_${kind}_${code}`,
    },
    issueKey({ authKey, code }) {
      const kind = kindOf(authKey)
      return Promise.resolve(
        authKey === `simauth_${kind}_${code}`
          ? { kind: 'issued', billingKey: `simkey_${kind}_${randomUUID()}`, ...cardSummaryOf(kind) }
          : { kind: 'declined', reason: 'key' },
      )
    },
    charge: ({ billingKey, code, amount }) => take(kindOf(billingKey), code, amount),
    confirm({ paymentKey, code, amount }) {
      const kind = kindOf(paymentKey)
      return paymentKey === `simpay_${kind}_${code}`
        ? take(kind, code, amount)
        : Promise.resolve({ kind: 'declined', reason: 'declined' })
    },
    find,
    async cancel({ paymentKey }) {
      await database
        .updateTable('private.simulated_payment')
        .set({ status: 'CANCELED' })
        .where('payment_key', '=', paymentKey)
        .execute()
      return true
    },
    async refund({ paymentKey, code, amount, balance }) {
      return database.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('private.simulated_payment')
          .selectAll()
          .where('payment_key', '=', paymentKey)
          .forUpdate()
          .executeTakeFirst()
        const left = !row || row.status !== 'DONE' ? 0 : row.amount - row.returned
        if (row?.refunds.includes(code)) return { kind: 'refunded', balance: left }
        if (!row || left !== balance || amount > left)
          return { kind: 'refused', reason: 'amount', providerCode: null }
        await trx
          .updateTable('private.simulated_payment')
          .set({ returned: row.returned + amount, refunds: [...row.refunds, code] })
          .where('code', '=', row.code)
          .execute()
        return { kind: 'refunded', balance: left - amount }
      })
    },
    deleteKey: () => Promise.resolve(true),
  }
}

const cardSummaries: Record<SimulatorCard, { issuer: string; lastFour: string }> = {
  good: { issuer: 'test', lastFour: '1111' },
  declined: { issuer: 'test', lastFour: '2222' },
  slow: { issuer: 'test', lastFour: '3333' },
  later: { issuer: 'test', lastFour: '4444' },
}
const cardSummaryOf = (kind: SimulatorCard) => cardSummaries[kind]

function kindOf(key: string): SimulatorCard {
  const kind = key.split('_')[1] ?? ''
  return Object.hasOwn(cardSummaries, kind) ? (kind as SimulatorCard) : 'declined'
}
