import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

async function ask(path: string) {
  const response = await test.product.app.request(`/v1/og-image/${path}`)
  const body = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
    body,
  }
}
async function insert(query: ReturnType<typeof sql<{ id: number }>>): Promise<number> {
  return (await query.execute(test.database)).rows[0]!.id
}

it('the site has a picture in each language, drawn once', async () => {
  const [korean, again, english] = [await ask('site/ko'), await ask('site/ko'), await ask('site/en')]
  expect([korean.status, korean.type, korean.cache]).toEqual([200, 'image/png', 'public, max-age=300'])
  expect(korean.body.equals(again.body)).toBe(true)
  expect(korean.body.equals(english.body)).toBe(false)
  expect((await ask('site/fr')).status).toBe(404)
})

it('a prompt has a picture while it is shown', async () => {
  const author = await test.member()
  const add = (isShown: boolean) =>
    insert(sql`
      insert into public.prompt (title, description, prompt, language, is_show, user_id, prompt_model_id, prompt_category_sub_id)
      select 'a title', 'd', 'p', 'en', ${isShown}, ${author.id}, 1, min(id) from public.prompt_category_sub returning id`)
  expect((await ask(`prompt/${await add(true)}`)).type).toBe('image/png')
  for (const id of [await add(false), 0, '1x']) expect((await ask(`prompt/${id}`)).status).toBe(404)
})

it('B25: a notice has a picture in each language once its time has come', async () => {
  const add = (key: string, time: string) =>
    insert(sql`
      insert into public.notice (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at)
      values (${key}, 'info', '제목', 'title', '요약', 'summary', 'c', 'c', now() + ${time}::interval) returning id`)
  const out = await add('out', '-1 hour')
  const [korean, english] = [await ask(`notice/${out}/ko`), await ask(`notice/${out}/en`)]
  expect([korean.status, english.status, korean.body.equals(english.body)]).toEqual([200, 200, false])
  expect((await ask(`notice/${await add('planned', '1 hour')}/ko`)).status).toBe(404)
  expect((await ask(`article/${out + 1000}/ko`)).status).toBe(404)
})

it('T21: a text has a picture exactly as long as it is shared, and no cache stores it', async () => {
  const member = await test.member()
  const share = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
  await sql`
    insert into public.tool_use (user_id, tool, request, language, model, status, title, content, share_id)
    values (${member.id}, 'article', '{}', 'Korean', 'demo', 'done', '제목', '본문', ${share})`.execute(
    test.database,
  )
  expect(await ask(`text/${share}`)).toMatchObject({ status: 200, type: 'image/png', cache: 'no-store' })
  await sql`update public.tool_use set share_id = null where share_id = ${share}`.execute(test.database)
  expect((await ask(`text/${share}`)).status).toBe(404)
  expect((await ask(`text/${'-'.repeat(36)}`)).status).toBe(404)
})
