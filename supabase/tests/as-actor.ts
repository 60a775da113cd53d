// Runs statements as the roles that the browser's requests run as, or as the server, with the claims of one person.
import type pg from 'pg'

export type Actor = {
  role: 'anon' | 'authenticated' | 'service_role' | 'postgres'
  id?: string
  aal?: 'aal1' | 'aal2'
  /** Of the token; functions of the console ask whether it still exists. */
  sessionId?: string
}

/**
 * Runs one statement as the actor in a transaction of its own.
 * @param keep false (default) rolls the change back
 */
export async function runAs(
  client: pg.Client,
  actor: Actor,
  sql: string,
  values: unknown[] = [],
  keep = false,
): Promise<pg.QueryResult> {
  await client.query('begin')
  try {
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({
        role: actor.role,
        ...(actor.id ? { sub: actor.id } : {}),
        ...(actor.aal ? { aal: actor.aal } : {}),
        ...(actor.sessionId ? { session_id: actor.sessionId } : {}),
      }),
    ])
    await client.query(`set local role ${actor.role}`)
    const result = await client.query(sql, values)
    await client.query(keep ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** `+` it worked on a row, `0` it worked on nothing, `-` it was refused. */
export async function outcomeOf(
  client: pg.Client,
  actor: Actor,
  sql: string,
  values: unknown[] = [],
): Promise<'+' | '0' | '-'> {
  try {
    const { rowCount } = await runAs(client, actor, sql, values)
    return rowCount ? '+' : '0'
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return '-'
    throw error
  }
}
