import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

test('N02, N03, N04, T26: a member sees alarms, follows one to its subject, reads one, reads all, deletes all', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const [text] = await runSql(
    `with text as (
       insert into public.tool_use (user_id, tool, status, request, language, model, title, content, saved_at)
       select id, 'article', 'done', '{}', 'Korean', 'demo', 'The finished text', 'x', now() from public."user" where nickname = $1
       returning id, user_id
     ), alarms as (
       insert into public.user_alarm (user_id, kind, source_id, data)
       select user_id, 'notice', 'n' || n, '{}'::jsonb from text, generate_series(1, 103) as n
       union all select user_id, 'tool_execute', id::text, '{"tool": "article", "title": "The finished text"}' from text
     ) select id from text`,
    [name],
  )
  await open('/my/alarm')
  const lines = page.getByRole('main').getByRole('listitem')
  const markRead = new RegExp(`^${words('alarms.markRead')}`)
  await expect(lines).toHaveCount(100)
  await expect(page.getByText(words('alarms.unread', { count: 104 }))).toBeVisible()
  await page.getByRole('button', { name: words('alarms.more') }).click()
  await expect(lines).toHaveCount(104)

  await test.step('the alarm of a run leads to its text, and is read by that; a list that was read before the database knew changes nothing', async () => {
    const isKnown = Promise.withResolvers<void>()
    const letThrough = await interfere(page, '**/rest/v1/user_alarm?*', async (route) => {
      if (route.request().method() === 'PATCH') await isKnown.promise
      await route.fallback()
    })
    await lines.filter({ hasText: 'The finished text' }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/${language}/tool/use\\?tool=article&id=${String(text!.id)}$`))
    await expect(
      page.getByRole('banner').getByRole('button', { name: words('site.alarms.unread', { count: '99+' }) }),
    ).toBeVisible()
    await page.goBack()
    await expect(page.getByText(words('alarms.unread', { count: 103 }))).toBeVisible()
    isKnown.resolve()
    letThrough()
  })

  await test.step('one is read, then all, and both stay so', async () => {
    await lines.nth(1).getByRole('button', { name: markRead }).click()
    await expect(page.getByText(words('alarms.unread', { count: 102 }))).toBeVisible()
    // Shown immediately, before the database has it.
    const isStored = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page
      .getByRole('main')
      .getByRole('button', { name: words('alarms.readAll') })
      .click()
    await isStored
    await expect(page.getByRole('main').getByRole('button', { name: markRead })).toHaveCount(0)
    await page.reload()
    const readAll = page.getByRole('main').getByRole('button', { name: words('alarms.readAll') })
    await expect(readAll).toBeDisabled()
    await expect(readAll).toHaveAccessibleDescription(words('alarms.allRead'))
  })

  await test.step('all are deleted at once; the undo restores them, also after the page was left', async () => {
    const removeAll = page.getByRole('button', { name: words('alarms.deleteAll') })
    const countRows = () =>
      runSql(
        `select count(*)::int from public.user_alarm a join public."user" u on u.id = a.user_id
         where nickname = $1 and deleted_at is null`,
        [name],
      )
    await removeAll.press('Enter')
    await expect(page.getByText(words('alarms.empty'))).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText(words('alarms.deleted', { count: 104 }))).toBeVisible()
    expect(await countRows()).toEqual([{ count: 0 }])
    await page
      .getByRole('main')
      .getByRole('link', { name: words('alarms.emptyAction') })
      .click()
    await page.waitForURL(/tool\/use/)
    await page.getByRole('button', { name: words('alarms.undo') }).click()
    await expect.poll(countRows).toEqual([{ count: 104 }])
    await page.goBack()
    await expect(lines).toHaveCount(100)
    await expect(page.getByText(words('alarms.total', { count: 104 }))).toBeVisible()
  })
})

test('a member chooses which alarms and e-mails arrive, and the choice is there again', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await open('/my/alarm')
  const settings = page.getByRole('button', { name: words('alarms.settings') })
  const dialog = page.getByRole('dialog')
  const box = (kind: string) => dialog.getByRole('checkbox', { name: words(`alarmsettings.kind.${kind}`) })
  const email = (kind: string) => dialog.getByRole('checkbox', { name: words(`alarmsettings.email.${kind}`) })
  await settings.press('Enter')
  await expect(box('tool_execute')).toBeChecked()
  await expectAccessible()
  await test.step('e-mails are chosen too, and what always arrives is named with the reason', async () => {
    await expect(dialog.getByText(words('alarmsettings.why'))).toBeVisible()
    for (const fixed of ['fixedAlarm.payment', 'fixedEmail.receipt'])
      await expect(dialog.getByText(words(`alarmsettings.${fixed}`))).toBeVisible()
    await expect(email('renewal_soon')).toBeChecked()
    await email('renewal_soon').press('Space')
  })
  await box('tool_execute').press('Space')
  await dialog.getByRole('button', { name: words('alarmsettings.save') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(settings).toBeFocused()
  await page.reload()
  await settings.click()
  await expect(box('tool_execute')).not.toBeChecked()
  await expect(box('balance_low')).toBeChecked()
  await expect(email('renewal_soon')).not.toBeChecked()
  await expect(email('subscription_ending')).toBeChecked()
  const stored = await runSql(
    `select m.kinds, m.emails from private.muted_alarms m join public."user" u on u.id = m.user_id where u.nickname = $1`,
    [name],
  )
  expect(stored).toEqual([{ kinds: ['tool_execute'], emails: ['renewal_soon'] }])
})

test('M18, N03: bell and balance in the header explain themselves', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(
    `insert into public.user_alarm (user_id, kind, source_id, data)
     select id, 'balance_low', '80', '{"percent": 80}'::jsonb from public."user" where nickname = $1`,
    [name],
  )
  await open('/my/alarm')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: words('site.alarms.unread', { count: 1 }) }).click()
  await expect(header.getByText(words('alarms.kind.balance_low.title', { percent: 80 }))).toBeVisible()
  await header.getByRole('button', { name: words('alarms.readAll') }).click()
  await expect(header.getByRole('button', { name: words('site.alarms.label'), exact: true })).toBeVisible()

  await header.getByRole('button', { name: `100,000 ${words('site.balance.tokens')}` }).click()
  await expect(header.getByText(words('usage.kind.sign_up'))).toBeVisible()
  await expect(header.getByText('+100,000')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(header.getByText('+100,000')).toBeHidden()
})

test('O06, O08: looking at pages is counted, first as unique and then as views, for visitors and members @en', async ({
  page,
  language,
  words,
  open,
  signUp,
}) => {
  await open('/terms/use')
  const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'visited')
  await expect.poll(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
  expect((await cookie())!.expires - Date.now() / 1000).toBeLessThanOrEqual(86_400)
  const name = await signUp()
  const views = async () =>
    runSql(
      `select type_detail, url from public.statistic_log l join public."user" u on u.id = l.uuid
       where u.nickname = $1 and type = 'VIEW' and url like '%/tool/list'`,
      [name],
    )
  await open('/price')
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('site.nav.tools') })
    .click()
  await expect.poll(views).toEqual([{ type_detail: 'VIEW_PAGE', url: `/${language}/tool/list` }])
  expect(
    (
      await runSql(
        `select count(*)::int from public.statistic_log where type_detail = 'VIEW_UNIQUE' and uuid is null and url = $1`,
        [`/${language}/terms/use`],
      )
    )[0],
  ).not.toEqual({ count: 0 })
})
