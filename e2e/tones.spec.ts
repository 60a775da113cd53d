// The member's own tone. No test requests the open web: API tests show how posts become a tone, and this test writes
// the result directly.
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

const posts = [1, 2, 3].map((number) => `http://blog.invalid/${number}`)
const result = {
  ko: '- 문장은 스무 자 안팎으로 짧게 쓴다.\n- 끝은 -어요, -죠로 맺는다.\n- 단락을 열 때 읽는 사람에게 묻는다.',
  en: '- Sentences stay under fifteen words.\n- Paragraphs open with a question to the reader.\n- Contractions are used throughout.',
}
const title = { ko: '짧게 묻고 답하는 말투', en: 'Short questions, plain answers' }

test('C01, C02, C04, C05, C06, C07, T16: a member learns a tone, fails, tries again, uses it and deletes it', async ({
  page,
  words,
  open,
  language,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const email = `${name}@example.com`
  const field = (number: number) => page.getByRole('textbox', { name: words('tones.form.post', { number }) })
  const submit = page.getByRole('button', {
    name: new RegExp(words('tones.form.submit', { tokens: 0 }).split('·')[0]!.trim()),
  })

  await test.step('rows2 6: a tool tells a Starter that a tone needs a plan, and the plans tell the same', async () => {
    await open('/tool/use?tool=email')
    await page.locator('[name="tone"]').selectOption('custom')
    await expect(page.getByText(words('forms.tone.needsPlan'))).toBeVisible()
    await page.getByRole('link', { name: words('forms.tone.plans') }).click()
    for (const feature of ['links', 'tone'])
      await expect(
        page
          .getByRole('main')
          .getByRole('listitem')
          .getByText(words(`payments.feature.${feature}`), { exact: true }),
      ).toHaveCount(3)
  })

  await test.step('T16: without a paid plan the page says so before anything is typed', async () => {
    await open('/my/tone')
    await expect(page.getByText(words('learned.plan.text'))).toBeVisible()
    await expect(submit).toHaveCount(0)
    await runSql(
      `update public.user_usage u set plan = 'basic' from public."user" m where m.id = u.id and m.email = $1`,
      [email],
    )
  })

  await test.step('C07: a tool says how to get a tone, and leads there', async () => {
    await open('/tool/use?tool=email')
    await page.locator('[name="tone"]').selectOption('custom')
    await page.getByRole('link', { name: words('forms.tone.learn') }).click()
    await expect(page.getByRole('heading', { level: 1, name: words('tones.title') })).toBeVisible()
  })

  await test.step('C01, C02: what is wrong stands at its line, and what was typed stays', async () => {
    await field(1).fill(posts[0]!)
    await field(2).fill('blog')
    await submit.click()
    await expect(page.getByText(words('errors.invalid_url'))).toBeVisible()
    await expect(page.getByText(words('errors.minimum_count', { count: 3 }))).toBeVisible()
    await expect(field(2)).toBeFocused()
    await field(2).fill(`${posts[0]!}#again`)
    await field(3).fill(posts[2]!)
    await submit.click()
    await expect(page.getByText(words('errors.duplicate_link'))).toBeVisible()
    await expectAccessible()
    await field(2).fill(posts[1]!)
    await expect(page.getByText(words('errors.duplicate_link'))).toHaveCount(0)
  })

  await test.step('C04: posts that cannot be read fail it, are named, cost nothing, and are there for the next try', async () => {
    const held = `select private.open_run('tool_use', extract(epoch from clock_timestamp())::bigint, 1, id, 1, 0, '', '{}', 3600)
      from public."user" where email = $1`
    await runSql(held, [email])
    await submit.click()
    await expect(page.getByRole('dialog')).toContainText(words('refusals.running.text.title'))
    await page.keyboard.press('Escape')
    await expect(field(2)).toHaveValue(posts[1]!)
    await runSql(
      `delete from private.run r using public."user" u where u.id = r.member_id and r.ended_at is null and u.email = $1`,
      [email],
    )
    await submit.click()
    await expect(page.getByRole('heading', { name: words('learned.failure.title') })).toBeVisible()
    await expect(page.getByText(words('errors.too_few_posts', { count: 3 }))).toBeVisible()
    await expect(page.getByText(words('errors.link_refused'))).toHaveCount(3)
    await expect(page.getByRole('banner')).toContainText('100,000')
    await expect(field(2)).toHaveValue(posts[1]!)
    await expectAccessible()
  })

  await test.step('C04, C05: one that goes on is followed after a reload, and its end shows by itself, with an alarm', async () => {
    await runSql(
      `with a as (insert into public.tone_analysis (user_id, urls, language, model)
         select id, $2::text[], 'ko', 'gpt' from public."user" where email = $1 returning id, user_id)
       select private.open_run('tone_analysis', id, 1, user_id, 1000, 0, 'gpt', '{"language":"ko"}', 3600) from a`,
      [email, posts],
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: words('learned.progress.title') })).toBeVisible()
    await expect(page.getByText(words('learned.link.waiting'), { exact: true })).toHaveCount(3)
    await expect(submit).toHaveCount(0)
    await expectAccessible()
    const links = posts.map((url, index) => ({
      url,
      title: `Post ${index + 1}`,
      site: 'blog.invalid',
      characters: 1234,
    }))
    await runSql(
      `with a as (update public.tone_analysis set status = 'done', title = $2, description = $2, icon = 'leaf', result = $3, links = $4, token = 4200
         where status = 'running' and user_id = (select id from public."user" where email = $1) returning id)
       update private.run r set status = 'done', ended_at = now(), state = jsonb_build_object('started', null, 'links', $4::jsonb, 'isLearning', true,
         'error', null, 'done', jsonb_build_object('type', 'done', 'status', 'done', 'token', 4200, 'available', 95800))
       from a where r.kind = 'tone_analysis' and r.subject_id = a.id`,
      [email, title[language], result[language], JSON.stringify(links)],
    )
    await expect(page.getByRole('heading', { level: 2, name: title[language] })).toBeVisible()
    await expect(
      page.getByRole('listitem').filter({ hasText: result[language].split('\n')[1]!.slice(2) }),
    ).toBeVisible()
    await page.getByText(words('learned.view.posts')).click()
    await expect(page.getByRole('link', { name: 'Post 2' })).toBeVisible()
    await expect(
      page.getByLabel(words('site.alarms.unread', { count: 1 })).filter({ visible: true }),
    ).toBeVisible()
    await expectAccessible()
  })

  await test.step('C04, C07: it can be learned again, and is on offer in the tools', async () => {
    await page.getByRole('button', { name: words('learned.view.again') }).click()
    await expect(field(1)).toBeFocused()
    await expect(field(3)).toHaveValue(posts[2]!)
    await open('/tool/use?tool=article')
    await page.locator('[name="tone"]').selectOption('custom')
    await expect(page.getByRole('link', { name: words('forms.tone.learn') })).toHaveCount(0)
  })

  await test.step('a text in the own tone shows how close it comes, and follows an edit', async () => {
    const manner = {
      endings: { formal: 0, polite: 1, plain: 0, other: 0 },
      sentence: 20,
      paragraph: 2,
      questions: 0.2,
      exclamations: 0,
      emoji: 0,
      lists: 0,
    }
    await runSql(
      `update public.user_tone set manner = $2 where id = (select id from public."user" where email = $1)`,
      [email, JSON.stringify(manner)],
    )
    await page.locator('textarea[name="topic"]').fill(title[language])
    await page.getByRole('button', { name: /·.*\d/ }).first().click()
    await expect(page.getByRole('toolbar')).toBeVisible()
    const panel = page.getByRole('group').filter({ hasText: words('manner.title') })
    await panel.getByText(words('manner.title')).click()
    const questions = panel.getByRole('row').filter({ hasText: words('manner.trait.questions') })
    await expect(questions.getByRole('cell').first()).toHaveText('20%')
    await expectAccessible()
    const before = await questions.getByRole('cell').nth(1).innerText()
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await text.press('ControlOrMeta+End')
    await text.pressSequentially(' Why? How? When? Where? What? Who? Why not? Really? So? And? But? Or?')
    await expect(questions.getByRole('cell').nth(1)).not.toHaveText(before)
  })

  await test.step('C06: deleted, it is gone with its posts', async () => {
    await open('/my')
    await page.getByRole('link', { name: words('my.tone'), exact: true }).click()
    await page.getByRole('button', { name: words('learned.view.delete') }).click()
    await page.getByRole('button', { name: words('learned.delete.action'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: title[language] })).toHaveCount(0)
    await expect(field(1)).toHaveValue('')
  })
})
