// Cases of the official clients' own suites that failed here before.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { rowsOf, startTarget, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let operator: SupabaseClient
beforeAll(async () => {
  target = await startTarget({ aggregates: false })
  visitor = createVisitor(target)
  operator = createOperator(target)
  await target.run(`
    create function public.said_header(name text) returns text language sql stable as $$
      select current_setting('request.headers')::json ->> name $$;
    create function public.unnamed_text(text) returns text language sql immutable as $$ select upper($1) $$;
    create function public.unnamed_bytes(bytea) returns int language sql immutable as $$ select length($1) $$;
    create function public.unnamed_number(int) returns int language sql immutable as $$ select $1 $$;
    create function public.choose(jsonb) returns text language sql immutable as $$ select 'document' $$;
    create function public.choose(word text) returns text language sql immutable as $$ select 'word' $$;
    notify pgrst, 'reload schema'`)
  await vi.waitUntil(async () => (await visitor.rpc('said_header', { name: 'x' })).status === 200)
})
afterAll(() => target.stop())

it('clients 1: a bare count counts rows, embedded or not, whatever aggregates are allowed', async () => {
  expect(await rowsOf(visitor.from('book').select('count'))).toEqual([{ count: 3 }])
  expect(
    await rowsOf(operator.from('person').select('name,book!author_id(count)').order('id').limit(2)),
  ).toEqual([
    { name: 'Han Kang', book: [{ count: 2 }] },
    { name: 'Deborah Smith', book: [{ count: 0 }] },
  ])
  expect((await visitor.from('book').select('pages.sum()')).error?.code).toBe('PGRST123')
})

it('clients 2: SQL sees the headers of a request, but for keys, tokens and cookies', async () => {
  const headers = {
    'x-tenant': 'seoul',
    traceparent: `00-${'a'.repeat(700)}`,
    cookie: 'session=canary',
    'x-proxy-secret': 'canary',
  }
  const client = createClient(target.url, target.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  })
  const said = async (name: string) => (await client.rpc('said_header', { name })).data as string | null
  expect(await said('x-tenant')).toBe('seoul')
  expect(await said('traceparent')).toBe(headers.traceparent)
  for (const hidden of ['cookie', 'x-proxy-secret', 'apikey', 'authorization'])
    expect(await said(hidden), hidden).toBeNull()
})

it('clients 3: a function with one unnamed parameter takes the whole body, by its type', async () => {
  const call = (name: string, type: string, body: string) =>
    fetch(`${target.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: target.keys.publishableKey, 'content-type': type },
      body,
    })
  expect(await (await call('unnamed_text', 'text/plain', 'whole')).json()).toBe('WHOLE')
  expect(await (await call('unnamed_bytes', 'application/octet-stream', 'four')).json()).toBe(4)
  expect(await (await call('choose', 'application/json', '[1]')).json()).toBe('document')
  expect(await (await call('choose', 'application/json', '{"word":"a"}')).json()).toBe('word')
  expect((await call('unnamed_number', 'application/json', '1')).status).toBe(404)
})
