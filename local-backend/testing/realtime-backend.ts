import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { newKeys } from '#backend/keys.ts'
import { chooseChangeSource, type ChangeSource } from '#backend/realtime/choose-change-source.ts'
import type { RealtimeLimits } from '#backend/realtime/limits.ts'
import { typed, signIn } from './sign-in.ts'
import { createTestDatabase, query, runOnce, serveBackend, type TestBackend } from './test-backend.ts'

export type RealtimeBackend = TestBackend & {
  /** Runs statements as the owner of the schema. */
  run(sql: string): Promise<void>
  /** Another process on the same database with the same keys. */
  startAnother(): Promise<TestBackend>
}

/** Notes belong to members; news are public; drafts have a column that only the service may read. */
const newsroom = `
  create table public.note (id int primary key, owner uuid not null, text text not null default '', secret text default 'canary');
  create table public.news (id int primary key, title text not null, likes int not null default 0, score numeric,
    tags text[], facts jsonb, published_at timestamptz, body text);
  create table public.unpublished (id int primary key);
  revoke all on public.note from anon, authenticated;
  grant select (id, owner, text) on public.note to authenticated;
  alter table public.note enable row level security;
  create policy "members see their own notes" on public.note for select to authenticated using (owner = (select auth.uid()));
  alter publication supabase_realtime add table public.note, public.news;`

/** A backend whose WAL is followed, with the tables above. */
export async function startRealtimeBackend(
  limits: Partial<RealtimeLimits> = {},
  changeSource: ChangeSource = 'log',
): Promise<RealtimeBackend> {
  const database = await createTestDatabase()
  await runOnce(database.ownerUrl, newsroom)
  await chooseChangeSource(database.adminUrl, changeSource)
  const keys = await newKeys()
  const another = (publicUrl?: string) =>
    serveBackend(database, keys, {
      realtime: { replicationUrl: database.replicationUrl, limits, changeSource },
      ...(publicUrl ? { publicUrl } : {}),
    })
  const first = await another()
  return {
    ...first,
    run: (sql) => query(database.ownerUrl, sql).then(() => undefined),
    // Tokens name their issuer: all processes of a product have one public URL.
    startAnother: () => another(first.url),
    async stop() {
      await first.stop()
      await database.drop()
    },
  }
}

/** A signed-in user, whose sockets end with `leave`. */
export async function startMember(backend: TestBackend, name: string) {
  const { client, session } = await signIn(backend, 'google', typed(name, `${name}@example.com`, true))
  return { client, id: session.user.id, session, leave: () => client.removeAllChannels() }
}

/** A client without a session: a visitor's, or that of the current `token`. */
export function clientOf(backend: TestBackend, token?: () => string): SupabaseClient {
  return createClient(backend.url, backend.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token ? { accessToken: () => Promise.resolve(token()) } : {}),
  })
}

type Status = 'SUBSCRIBED' | 'TIMED_OUT' | 'CLOSED' | 'CHANNEL_ERROR'

/**
 * Subscribes with the client's token. Unless it is set first, realtime-js joins as a visitor and sends nothing more
 * when the token arrives during the join. Resolves once subscribed, rejects with the reason of a failure.
 */
export async function subscribed(channel: RealtimeChannel): Promise<void> {
  await channel.socket.setAuth()
  return new Promise((resolve, reject) => {
    channel.subscribe((status: Status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else reject(error ?? new Error(status))
    })
  })
}

/** Received events, in order, and a way to wait for them. */
export class Inbox<T> {
  readonly items: T[] = []
  #waiting: { count: number; resolve: (items: T[]) => void }[] = []
  readonly add = (item: T): void => {
    this.items.push(item)
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.items.length < count) return true
      resolve(this.items)
      return false
    })
  }
  /** Resolves with all events once this number has arrived. */
  has(count: number): Promise<T[]> {
    if (this.items.length >= count) return Promise.resolve(this.items)
    return new Promise((resolve) => this.#waiting.push({ count, resolve }))
  }
}

export type Change = {
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

type Wanted = { schema?: string; table?: string | undefined; filter?: string }

/** Subscribes a channel of this name to changes and resolves with its inbox, once delivery is certain. */
export function follow(client: SupabaseClient, name: string, what: Wanted): Promise<Inbox<Change>> {
  return followEach(client, name, [what])
}

/** One channel with a subscription to public.news for each filter. */
export function followAll(client: SupabaseClient, name: string, filters: string[]): Promise<Inbox<Change>> {
  return followEach(
    client,
    name,
    filters.map((filter) => ({ table: 'news', filter })),
  )
}

async function followEach(client: SupabaseClient, name: string, wanted: Wanted[]): Promise<Inbox<Change>> {
  const inbox = new Inbox<Change>()
  const channel = client.channel(name)
  const ready = new Promise<void>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes' && status === 'ok') resolve()
    })
  })
  for (const what of wanted) {
    const filter = { event: '*', schema: 'public', ...what } as { event: '*'; schema: string }
    channel.on('postgres_changes', filter, (change) => inbox.add(change as unknown as Change))
  }
  await subscribed(channel)
  await ready
  return inbox
}
