import { runSql } from './database.ts'
import { makePrompt } from './own-prompts.ts'
import { expect, test, uniqueName } from './journey.ts'

test('look', async ({ page, open, language, signUp, expectAccessible }) => {
  const author = uniqueName()
  await signUp(author)
  const name = await signUp()
  await runSql(`update public."user" set role = 'owner' where nickname = $1`, [name])
  const shown = await makePrompt(author, {
    title: language === 'ko' ? '동네 카페 소개글 쓰기' : 'Introduce a café',
    prompt:
      'Write an introduction of ##name## in a warm tone.\nMention the coffee, the chairs and the people.',
  })
  await runSql(
    `select set_config('request.jwt.claims', json_build_object('sub', u.id, 'role','authenticated')::text, false), public.edit_prompt($2, '{"prompt":"Write a long introduction of ##name## in a warm and honest tone.\\nMention the coffee, the cakes and the people.","title":"Introduce a small café"}', true) from public."user" u where u.nickname = $1`,
    [author, shown],
  )
  await runSql(
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id) select '블로그 글 구조 잡기', '주제만 있으면 목차를 만들어 줘요', '##주제##에 대한 블로그 글의 목차를 다섯 줄로 만들어 주세요.', 'ko', id, 1, 1 from public."user" where nickname = $1`,
    [author],
  )
  await runSql(
    `insert into public.prompt_report (prompt_id, user_id, reason, detail) select $2, id, 'copied', '제 블로그 글을 그대로 옮겼어요.' from public."user" where nickname = $1`,
    [name, shown],
  )
  await runSql(
    `insert into public.contact (user_id, type, email, title, description, language) select id, 'service', 'asker@example.com', '토큰이 언제 들어오나요?', '어제 결제했는데 토큰이 아직 보이지 않아요. 언제 들어오는지 알고 싶어요.', 'ko' from public."user" where nickname = $1`,
    [author],
  )
  await runSql(
    `insert into public.contact (type, email, title, description, language) values ('company', 'visitor@example.com', 'Working together', 'We would like to offer Munjang to our staff. Whom may we call?', 'en')`,
  )
  const [member] = await runSql(`select id from public."user" where nickname = $1`, [author])
  const [version] = await runSql(
    `select id from public.prompt_version where prompt_id = $1 and status = 'in_review'`,
    [shown],
  )
  const [question] = await runSql(
    `select min(id) as id from public.contact where email = 'asker@example.com'`,
  )
  await runSql(
    `insert into private.invite (inviter_id, friend_id) select a.id, b.id from public."user" a, public."user" b where a.nickname = $1 and b.nickname = $2`,
    [author, name],
  )
  await runSql(`select private.name_owner(id) from public."user" where nickname = $1`, ['nobody'])
  const screens: [string, string][] = [
    ['overview', '/admin'],
    ['prompts', '/admin/prompt'],
    ['review', `/admin/prompt/${version!.id}`],
    ['reports', '/admin/prompt?view=reports'],
    ['report', `/admin/report/${shown}`],
    ['questions', '/admin/question'],
    ['question', `/admin/question/${question!.id}`],
    ['publications', '/admin/publication?kind=article'],
    ['publication', '/admin/publication/article/2'],
    ['members', '/admin/member'],
    ['member', `/admin/member/${member!.id}`],
    ['invites', '/admin/invite'],
    ['log', '/admin/log'],
  ]
  const problems: string[] = []
  for (const [screen, path] of screens) {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({
        path: `/tmp/ops-look/${language}-${screen}-${width}-${scheme}.png`,
        fullPage: true,
      })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (over > 0) problems.push(`${screen} ${width} overflows by ${over}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    try {
      await expectAccessible()
    } catch (error) {
      problems.push(`${screen}: ${String(error).slice(0, 1500)}`)
    }
  }
  console.log(problems.join('\n'))
})
