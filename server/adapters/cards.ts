// The client of the card provider. A charge has three results: paid, declined, unknown. An unknown charge is looked up
// and never sent again under another code.
import type { CardsConfig } from '#server/config.ts'
import type { ChargeFailure, RefundFailure, SimulatorCard } from '#shared/payments.ts'
import type { Database } from './database.ts'
import { createCardSimulator } from './card-simulator.ts'
import { createTossPayments } from './toss-payments.ts'

export type Payment = {
  paymentKey: string
  /** KRW. */
  amount: number
  /** KRW of it that were not refunded. */
  balance: number
  /** An ISO time. */
  approvedAt: string
  receiptUrl: string | null
  /** Code of the card issuer, in the numbering of Korean card companies. */
  issuer: string | null
  lastFour: string | null
}
export type Charged =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'declined'; reason: ChargeFailure }
  | { kind: 'unknown' }
/** `absent`: no such charge exists (yet). `reversed`: all of it was refunded. */
export type Found = Charged | { kind: 'absent' } | { kind: 'reversed'; payment: Payment }
/** `balance` is the rest of the payment after the refund. */
type Refunded =
  | { kind: 'refunded'; balance: number }
  | { kind: 'refused'; reason: RefundFailure; providerCode: string | null }
  | { kind: 'unknown' }
type Issued =
  | { kind: 'issued'; billingKey: string; issuer: string | null; lastFour: string | null }
  | { kind: 'declined'; reason: ChargeFailure }
  | { kind: 'unknown' }

/** No method throws: the result has the failure. `code` identifies a charge for good. */
export type Cards = {
  /** The key with which the browser opens the provider's page; null in the simulator. */
  clientKey: string | null
  /**
   * Exchanges the one-time proof of the card page for a billing key. A retry with the same code returns the same key.
   */
  issueKey(ask: { authKey: string; customerKey: string; code: string }): Promise<Issued>
  charge(ask: {
    billingKey: string
    customerKey: string
    code: string
    name: string
    amount: number
  }): Promise<Charged>
  /** Captures a payment that the member authorized on the provider's page. */
  confirm(ask: { paymentKey: string; code: string; amount: number }): Promise<Charged>
  find(code: string): Promise<Found>
  /** Refunds the whole payment. @returns false when the refund is uncertain */
  cancel(ask: { paymentKey: string; code: string; reason: string }): Promise<boolean>
  /**
   * Refunds a part of a payment or all of it. A retry with the same code refunds nothing more. The call refunds nothing
   * when the rest of the payment differs from `balance`.
   */
  refund(ask: {
    paymentKey: string
    code: string
    amount: number
    balance: number
    reason: string
  }): Promise<Refunded>
  /** @returns false when the key may still exist */
  deleteKey(billingKey: string): Promise<boolean>
  /** The simulator's card page; null for a real provider. */
  simulator: Simulator | null
}

type Simulator = {
  /** The proof that the member chose this card. */
  authorize(card: SimulatorCard, code: string, isBilling: boolean): string
}

export function createCards(config: CardsConfig, database: Database): Cards | null {
  if (config.kind === 'closed') return null
  return config.kind === 'toss' ? createTossPayments(config) : createCardSimulator(database)
}
