import pg from 'pg'

/** The source of changes: the WAL, or triggers when it cannot be read. */
export type ChangeSource = 'log' | 'outbox'

const triggerName = 'local_backend_note_change'

/**
 * Checks whether the WAL can be read. If not, it installs triggers on exactly the published tables. Call it at every
 * start, after migrations.
 * @param adminUrl of a role that owns the published tables, or of a superuser
 * @param wanted an operator's choice, whether or not the WAL can be read
 */
export async function chooseChangeSource(adminUrl: string, wanted?: ChangeSource): Promise<ChangeSource> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const source = wanted ?? ((await canReadLog(client)) ? 'log' : 'outbox')
    await client.query('begin')
    await setTriggers(client, source === 'outbox')
    await client.query('commit')
    return source
  } finally {
    await client.end()
  }
}

async function canReadLog(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = 'supabase_replication_admin' and rolcanlogin and rolreplication
       and current_setting('wal_level') = 'logical'`,
  )
  return rows.length > 0
}

async function setTriggers(client: pg.Client, areWanted: boolean): Promise<void> {
  const { rows } = await client.query<{ table: string; is_published: boolean; has_trigger: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as table, p.tablename is not null as is_published, t.oid is not null as has_trigger
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_publication_tables p on p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
     left join pg_trigger t on t.tgrelid = c.oid and t.tgname = $1
     where p.tablename is not null or t.oid is not null`,
    [triggerName],
  )
  for (const { table, is_published, has_trigger } of rows) {
    const isWanted = areWanted && is_published
    if (isWanted && !has_trigger)
      await client.query(
        `create trigger ${triggerName} after insert or update or delete on ${table}
         for each row execute function realtime.note_change()`,
      )
    if (!isWanted && has_trigger) await client.query(`drop trigger ${triggerName} on ${table}`)
  }
}
