import pg from 'pg'
import { query } from './test-backend.ts'

const standby = 'synchronous_standby_names'

/**
 * Commits in a difficult order: the commit is in the WAL and sent to its followers, but no query sees it until the
 * returned function is called. It waits for a standby that does not exist, so no other file may use the server
 * meanwhile.
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
  // Until the server has the standby's name, such a commit ends at once.
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

/** Whether all followers of the WAL have received its content. */
async function isTold(adminUrl: string): Promise<boolean> {
  const rows = await query(
    adminUrl,
    'select from pg_stat_replication where sent_lsn < (select pg_current_wal_flush_lsn())',
  )
  return rows.length === 0
}
