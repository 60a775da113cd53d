/** What a query sees: all that was committed before `end`, but for what was `running` then. Transactions as the log writes them, in 32 bits. */
export type Snapshot = { end: number; running: ReadonlySet<number> }

/** @param full as Postgres writes an xid8 */
export const toXid = (full: string): number => Number(BigInt.asUintN(32, BigInt(full)))

/** @param text as `pg_current_snapshot()` writes it: `10:20:10,14,15` */
export function readSnapshot(text: string): Snapshot {
  const [, end = '0', running = ''] = text.split(':')
  return { end: toXid(end), running: new Set(running.split(',').filter(Boolean).map(toXid)) }
}

/** Of a transaction whose commit the log has told: whether a query of then has seen it. Numbers are compared as Postgres does, in a ring. */
export const sees = ({ end, running }: Snapshot, xid: number): boolean =>
  ((xid - end) | 0) < 0 && !running.has(xid)
