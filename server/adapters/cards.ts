// The door to whoever charges cards. Three answers to every charge: paid, declined, unknown. What is unknown is looked up, never sent again
// under another name.
import type { CardsConfig } from '#server/config.ts'
import type { ChargeFailure, RefundFailure, SimulatorCard } from '#shared/payments.ts'
import type { Database } from './database.ts'
import { createCardSimulator } from './card-simulator.ts'
import { createTossPayments } from './toss-payments.ts'

export type Payment = {
  paymentKey: string
  /** KRW. */
  amount: number
  /** KRW that did not go back of it. */
  balance: number
  /** An ISO time. */
  approvedAt: string
  receiptUrl: string | null
  /** Code of the company that issued the card, as card companies of Korea number each other. */
  issuer: string | null
  lastFour: string | null
}
export type Charged =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'declined'; reason: ChargeFailure }
  | { kind: 'unknown' }
/** `absent`: there is no such charge (yet). `reversed`: all of it went back. */
export type Found = Charged | { kind: 'absent' } | { kind: 'reversed'; payment: Payment }
/** `balance` is what is left of the payment afterwards. */
type Refunded =
  | { kind: 'refunded'; balance: number }
  | { kind: 'refused'; reason: RefundFailure; providerCode: string | null }
  | { kind: 'unknown' }
type Issued =
  | { kind: 'issued'; billingKey: string; issuer: string | null; lastFour: string | null }
  | { kind: 'declined'; reason: ChargeFailure }
  | { kind: 'unknown' }

/** None of these throws: what went wrong is in the answer. `code` names a charge once and for all. */
export type Cards = {
  /** What the browser opens the provider's page with; null in the simulator. */
  clientKey: string | null
  /** Makes a key out of the one-time proof that the card page gave. Asking again with the same code gives the same key. */
  issueKey(ask: { authKey: string; customerKey: string; code: string }): Promise<Issued>
  charge(ask: {
    billingKey: string
    customerKey: string
    code: string
    name: string
    amount: number
  }): Promise<Charged>
  /** Takes the money of a payment that was agreed to on the provider's page. */
  confirm(ask: { paymentKey: string; code: string; amount: number }): Promise<Charged>
  find(code: string): Promise<Found>
  /** Gives all of a payment back. @returns false when that is not certain */
  cancel(ask: { paymentKey: string; code: string; reason: string }): Promise<boolean>
  /**
   * Gives a part of a payment back, or all of it. Asking again with the same code gives nothing more, and where anything else than `balance` is
   * left of the payment nothing is given back.
   */
  refund(ask: {
    paymentKey: string
    code: string
    amount: number
    balance: number
    reason: string
  }): Promise<Refunded>
  /** @returns false when it may still be there */
  deleteKey(billingKey: string): Promise<boolean>
  /** The simulator's card page; null for a real provider. */
  simulator: Simulator | null
}

type Simulator = {
  /** The proof that somebody chose this card. */
  authorize(card: SimulatorCard, code: string, isBilling: boolean): string
}

export function createCards(config: CardsConfig, database: Database): Cards | null {
  if (config.kind === 'closed') return null
  return config.kind === 'toss' ? createTossPayments(config) : createCardSimulator(database)
}
