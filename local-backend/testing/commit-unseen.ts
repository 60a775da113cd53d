import pg from 'pg'
import { query } from './test-backend.ts'

const standby = 'synchronous_standby_names'

/**
 * Commits in the order that makes trouble: in the log, told to whoever follows it, and seen by no query until the returned function is called.
 * A standby that does not exist is waited for, so no other file may use the server meanwhile.
 * @param adminUrl of a superuser
 */
export async function commitUnseen(adminUrl: string, statements: string[]): Promise<() => Promise<void>> {
  const writer = new pg.Client({ connectionString: adminUrl })
  await writer.connect()
  const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]!.pid
  await query(adminUrl, `alter system set ${standby} = 'nobody'`)
  await query(adminUrl, 'select pg_reload_conf()')
  await writer.query('set synchronous_commit = on')
  // Until the server has heard of the standby, such a commit just ends.
  while (
    !(await isHeldUp(adminUrl, pid, writer.query(`select pg_logical_emit_message(true, 'nothing', '')`)))
  );
  await writer.query('begin')
  for (const statement of statements) await writer.query(statement)
  const committing = writer.query('commit')
  await until(() => isHeld(adminUrl, pid))
  await until(() => isTold(adminUrl))
  return async () => {
    await query(adminUrl, `alter system reset ${standby}`)
    await query(adminUrl, 'select pg_reload_conf()')
    await committing
    await writer.end()
  }
}

async function isHeldUp(adminUrl: string, pid: number, commit: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const ended = commit.then(() => (isOver = true))
  let isWaiting = false
  while (!isOver && !isWaiting) isWaiting = await isHeld(adminUrl, pid)
  if (isWaiting) await query(adminUrl, `select pg_cancel_backend(${pid})`)
  await ended
  return isWaiting
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check()));
}

async function isHeld(adminUrl: string, pid: number): Promise<boolean> {
  const rows = await query(
    adminUrl,
    `select from pg_stat_activity where pid = ${pid} and wait_event = 'SyncRep'`,
  )
  return rows.length > 0
}

/** Everybody who follows the log has been sent what is in it. */
async function isTold(adminUrl: string): Promise<boolean> {
  const rows = await query(
    adminUrl,
    'select from pg_stat_replication where sent_lsn < (select pg_current_wal_flush_lsn())',
  )
  return rows.length === 0
}
