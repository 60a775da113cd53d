/**
 * The visibility of a query: all commits before `end`, except transactions `running` then. Transactions are in the
 * WAL's format, in 32 bits.
 */
export type Snapshot = { end: number; running: ReadonlySet<number> }

/** @param full as Postgres writes an xid8 */
export const toXid = (full: string): number => Number(BigInt.asUintN(32, BigInt(full)))

/** @param text as `pg_current_snapshot()` writes it: `10:20:10,14,15` */
export function readSnapshot(text: string): Snapshot {
  const [, end = '0', running = ''] = text.split(':')
  return { end: toXid(end), running: new Set(running.split(',').filter(Boolean).map(toXid)) }
}

/**
 * Whether a query of that time has seen a transaction whose commit is in the WAL. Numbers are compared as Postgres
 * does, modulo 2^32.
 */
export const sees = ({ end, running }: Snapshot, xid: number): boolean =>
  ((xid - end) | 0) < 0 && !running.has(xid)
