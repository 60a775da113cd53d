// The console: the operators' decisions, their notices to members, and that it does not exist for all others.
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, interfere, test, uniqueName } from './journey.ts'
import { isHydrated, makePrompt } from './own-prompts.ts'
import { totp } from './totp.ts'

const idOf = async (name: string) =>
  String((await runSql(`select id from public."user" where nickname = $1`, [name]))[0]!.id)

/** The work that waits for an operator. @returns the version to review, and the question */
async function ask(author: string, title: string): Promise<{ version: string; question: string }> {
  const [version] = await runSql(
    `with made as (
       insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
       select $2, 'What it does', 'Text of ' || $2, 'en', id, 6, 8 from public."user" where nickname = $1 returning id
     ) select id from made`,
    [author, title],
  )
  const [waiting] = await runSql('select id from public.prompt_version where prompt_id = $1', [version!.id])
  const [question] = await runSql(
    `insert into public.contact (user_id, type, email, title, description, language)
     select id, 'service', 'a@example.com', $2, 'Where do they stand?', 'en' from public."user" where nickname = $1 returning id`,
    [author, `Question about ${title}`],
  )
  return { version: String(waiting!.id), question: String(question!.id) }
}

/**
 * The code of the console's screens that the browser has loaded; their addresses alone bring some bytes without
 * content.
 */
const operatorsParts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /operators-frame|review-screen|overview-page/.test(name)),
  )

test('B19, P16, O03, O04: an operator reviews and answers, the author is notified, a visitor by e-mail; members see no console', async ({
  page,
  context,
  language,
  words,
  open,
  signUp,
  makeOperator,
  expectAccessible,
}) => {
  const title = `Café ${uniqueName()}`
  const author = await signUp()
  const { version, question } = await ask(author, title)
  const authorsCookies = await context.cookies()

  await test.step('a member gets the page of an address that there is not, and no part of the console', async () => {
    const answer = await page.goto(`/${language}/admin/prompt/${version}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: words('site.error.notFoundTitle') })).toBeVisible()
    await isHydrated(page)
    await page.getByRole('button', { name: words('accounts.menu.label') }).click()
    await expect(page.getByRole('link', { name: words('accounts.menu.settings') })).toBeVisible()
    await expect(page.getByRole('link', { name: words('accounts.menu.operators') })).toHaveCount(0)
    expect(await operatorsParts(page)).toEqual([])
  })

  await context.clearCookies()
  const visitors = `Visitor ${uniqueName()}`
  await test.step('a visitor asks', async () => {
    await open('/contact')
    await isHydrated(page)
    await page.getByRole('textbox', { name: words('contact.email') }).fill('visitor@example.com')
    await page.getByRole('textbox', { name: words('contact.subject') }).fill(visitors)
    await page.getByRole('textbox', { name: words('contact.text') }).fill('Do I need an account?')
    await expect(page.getByText(words('contact.comes.mail'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: words('contact.send') }).click()
    await expect(
      page.getByText(words('contact.sent.visitor', { email: 'visitor@example.com' })),
    ).toBeVisible()
  })
  await makeOperator(await signUp())

  await test.step('an operator finds what waits, and returns nothing without a reason', async () => {
    await open('/my')
    await isHydrated(page)
    await page.getByRole('button', { name: words('accounts.menu.label') }).click()
    await page.getByRole('link', { name: words('accounts.menu.operators') }).click()
    const waiting = page.getByRole('main').getByRole('link', { name: words('overview.prompts') })
    const ink = await page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => getComputedStyle(element).color)
    await expect(waiting.locator('b')).toHaveCSS('color', ink)
    await expect(
      page.getByRole('columnheader', { name: words('overview.visits.kind.SIGN_UP') }),
    ).toBeVisible()
    await expect(page.getByRole('rowheader', { name: words('overview.calls.name.search') })).toBeVisible()
    await waiting.click()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByText(`Text of ${title}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: words('reviews.field.facts') })).toBeVisible()
    expect(await operatorsParts(page)).not.toEqual([])
    await page.getByRole('button', { name: words('reviews.return'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words('reviews.return'), exact: true }).click()
    await expect(dialog.getByText(words('errors.field.required'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words('reviews.approve'), exact: true }).click()
    await expect(page.getByText(words('reviews.done.approved'))).toBeVisible()
  })

  await test.step('and answers the question', async () => {
    await open(`/admin/question/${question}`)
    await isHydrated(page)
    await page.getByLabel(words('questions.answer')).last().fill('They stand in the header.')
    await page.getByRole('button', { name: words('questions.send'), exact: true }).click()
    await expect(page.getByRole('heading', { name: words('questions.answer'), exact: true })).toBeVisible()
  })

  await test.step('and the visitor’s, who gets an e-mail; the page tells of it by itself', async () => {
    await open('/admin/question')
    await isHydrated(page)
    await page.getByRole('link', { name: visitors }).click()
    await expect(page.getByText(words(`questions.askedIn.${language}`))).toBeVisible()
    await page.getByLabel(words('questions.answer')).last().fill('Not for reading.')
    await page.getByRole('button', { name: words('questions.send'), exact: true }).click()
    await expect(
      page.getByText(words('questions.delivery.logged', { email: 'visitor@example.com' })),
    ).toBeVisible()
    await expectAccessible()
  })

  await context.clearCookies()
  await context.addCookies(authorsCookies)
  await open('/my/alarm')
  const alarms = page.getByRole('main').getByRole('listitem')
  await expect(alarms.filter({ hasText: words('alarms.kind.contact_reply.title') })).toHaveCount(1)
  await expect(
    alarms.filter({ hasText: words('alarms.kind.prompt_reviewed.title') }).filter({ hasText: title }),
  ).toHaveCount(1)
})

test(
  'B25, B19, B33: an article is written, previewed, scheduled and read at its time; a gift is granted once; a second operator sees the first decision',
  { tag: '@ko' },
  async ({ page, context, words, open, signUp, makeOperator }) => {
    const member = await signUp()
    const id = await idOf(member)
    await context.clearCookies()
    await makeOperator(await signUp(), 'owner')
    const title = `예약한 글 ${uniqueName()}`

    await test.step('what is missing is named, and nothing is lost', async () => {
      await open('/admin/publication/article/new')
      await isHydrated(page)
      const side = (language: 'ko' | 'en') =>
        page.getByRole('group', { name: words(`publishing.language.${language}`), exact: true })
      await side('ko').getByLabel(words('publishing.field.title')).fill(title)
      await side('ko').getByLabel(words('publishing.field.summary')).fill('요약이에요')
      await side('ko').getByLabel(words('publishing.field.content')).fill('## 둘째 제목\n\n**굵은** 글')
      await page.getByText(words('publishing.publish.time'), { exact: true }).click()
      await page.getByLabel(words('publishing.time')).fill('2099-12-01T09:00')
      await expect(page.getByText('UTC 2099-12-01 00:00')).toBeVisible()
      await page.getByRole('button', { name: words('publishing.save.time'), exact: true }).click()
      await expect(side('en').getByLabel(words('publishing.field.title'))).toBeFocused()
      await page.reload()
      await expect(page.getByText(words('publishing.restored'))).toBeVisible()
      for (const [field, text] of Object.entries({ title: 'Scheduled', summary: 'Summary', content: 'Text' }))
        await side('en')
          .getByLabel(words(`publishing.field.${field}`))
          .fill(text)
    })

    await test.step('it is seen as readers will see it, and waits for its time', async () => {
      await page.getByRole('button', { name: words('publishing.preview') }).click()
      await expect(page.getByRole('heading', { name: '둘째 제목' })).toBeVisible()
      await page.getByRole('button', { name: words('publishing.save.time'), exact: true }).click()
      await expect(page.getByRole('heading', { name: words('publishing.edit.article') })).toBeVisible()
      await open('/admin/publication?kind=article&state=scheduled')
      await expect(page.getByRole('link', { name: title })).toBeVisible()
      await open('/article/list')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(title)).toHaveCount(0)
      await runSql(`update public.article set published_at = now() where title_ko = $1`, [title])
      await open('/article/list')
      await expect(page.getByText(title)).toBeVisible()
    })

    await test.step('whoever comes second hears of it, and loses nothing', async () => {
      await open('/admin/publication?kind=article&state=shown')
      await isHydrated(page)
      await page.getByRole('link', { name: title }).click()
      const name = page.getByLabel(words('publishing.field.title')).first()
      await name.fill('내가 고친 제목')
      await runSql(`update public.article set revision = revision + 1 where title_ko = $1`, [title])
      await page.getByRole('button', { name: words('publishing.save.again'), exact: true }).click()
      await expect(page.getByText(words('publishing.conflict'))).toBeVisible()
      await expect(name).toHaveValue('내가 고친 제목')
      await page.reload()
      await isHydrated(page)
      await expect(page.getByText(words('publishing.conflict'))).toBeVisible()
      await expect(name).toHaveValue('내가 고친 제목')
      await page.getByRole('button', { name: words('publishing.overwrite') }).click()
      await expect(page.getByText(words('publishing.conflict'))).toHaveCount(0)

      const { question } = await ask(member, uniqueName())
      await open(`/admin/question/${question}`)
      await isHydrated(page)
      const answer = page.getByLabel(words('questions.answer')).last()
      await answer.fill('두 번째 답이에요')
      await page.getByRole('button', { name: words('questions.close'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('questions.close'), exact: true })
        .click()
      await page.getByRole('button', { name: words('questions.undo'), exact: true }).click()
      await expect(answer).toHaveValue('두 번째 답이에요')
      await runSql(`select private.answer_contact($1, '첫 번째 답이에요')`, [question])
      await page.getByRole('button', { name: words('questions.send'), exact: true }).click()
      await expect(page.getByText(words('operators.decided'))).toBeVisible()
      await expect(page.getByText('첫 번째 답이에요')).toBeVisible()

      const { question: another } = await ask(member, uniqueName())
      await open(`/admin/question/${another}`)
      await isHydrated(page)
      await runSql(`select private.answer_contact($1, '첫 번째 답이에요')`, [another])
      await page.getByRole('button', { name: words('questions.close'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('questions.close'), exact: true })
        .click()
      await expect(page.getByText(words('operators.decided'))).toBeVisible()
      await expect(page.getByText(words('questions.closedToast'))).toHaveCount(0)
    })

    await test.step('a gift whose answer was lost is sent again from the same button, pressed twice, and comes once', async () => {
      await open(`/admin/member/${id}`)
      await isHydrated(page)
      await page.getByRole('button', { name: words('members.gift.action'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      const give = dialog.getByRole('button', { name: words('members.gift.submit'), exact: true })
      await give.click()
      const tokens = dialog.getByLabel(words('members.gift.tokens'))
      await expect(tokens).toBeFocused()
      await expect(dialog.getByText(words('members.gift.nothing'))).toBeVisible()
      await tokens.fill('12,000')
      await expect(dialog.getByText(words('members.gift.nothing'))).toHaveCount(0)
      await dialog.getByLabel(words('members.reason')).fill('행사 선물')
      const letAnswer = await interfere(page, '**/rpc/operator_give', async (route) => {
        await route.fetch()
        await route.fulfill({ status: 500, json: {} })
      })
      await give.press('Enter')
      await expect(page.getByText(words('errors.try_again'))).toBeVisible()
      await expect(give).toBeFocused()
      letAnswer()
      await give.dblclick()
      await expect(page.getByText('+12,000')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      const rows = await runSql(
        `select amount::int from public.token_history where user_id = $1 and kind = 'operator'`,
        [id],
      )
      expect(rows).toEqual([{ amount: 12_000 }])
      await expect(page.getByText('행사 선물')).toBeVisible()
    })

    await test.step('a benefit is in effect at once, and the console says so', async () => {
      await page.getByRole('button', { name: words('members.benefit.action'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: words('members.benefit.submit'), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      const plan = page
        .getByRole('definition')
        .filter({ hasText: new RegExp(`^${words('members.plans.pro')}$`) })
      await expect(plan).toBeVisible()
    })
  },
)

test('sql P1: an operator without a second factor is led to the settings, and finds the console after turning it on', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await runSql(`update public."user" set role = 'owner' where nickname = $1`, [name])
  await open('/admin/member')
  await expect(page).toHaveURL(`/${language}/admin/factor`)
  await expectAccessible()
  await page.getByRole('link', { name: words('factor.operators.action') }).click()
  await isHydrated(page)
  await page.getByRole('button', { name: words('factor.turnOn') }).click()
  const dialog = page.getByRole('dialog', { name: words('factor.setup') })
  await expect(dialog.getByRole('img', { name: words('factor.qr') })).toBeVisible()
  const secret = /[A-Z2-7]{32}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByLabel(words('factor.code')).fill(totp(secret, 0))
  await dialog.getByRole('button', { name: words('factor.verify') }).click()
  await expect(page.getByText(words('factor.on'))).toBeVisible()
  await open('/admin/factor')
  await expect(page).toHaveURL(`/${language}/admin`)
  await expect(page.getByRole('link', { name: words('overview.prompts') })).toBeVisible()
})

test(
  'every screen of the console is accessible, and fits a phone',
  { tag: '@en' },
  async ({ page, open, signUp, makeOperator, expectAccessible }) => {
    const name = await signUp()
    await makeOperator(name, 'owner')
    const author = uniqueName()
    await signUp(author)
    const { version, question } = await ask(author, uniqueName())
    const prompt = await makePrompt(author, { title: uniqueName() })
    await runSql(
      `insert into public.prompt_report (prompt_id, user_id, reason, detail) select $2, id, 'other', 'Look.' from public."user" where nickname = $1`,
      [name, prompt],
    )
    await runSql(
      `insert into private.invite (inviter_id, friend_id) select a.id, b.id from public."user" a, public."user" b where a.nickname = $1 and b.nickname = $2`,
      [name, author],
    )
    await runSql(
      `with paid as (insert into public.payment_order (code, user_id, type, pack, amount, status, paid_at)
         select left(id::text, 8) || '-paid', id, 'pack', 'tokens_small', 6900, 'FAILED', now() from public."user" where nickname = $1
         returning id, user_id)
       insert into public.refund_request (order_id, user_id, reason) select id, user_id, $2 from paid`,
      [name, 'x'.repeat(500)],
    )
    // The session is that of who signed up last.
    await makeOperator(author, 'owner')
    const member = await idOf(name)
    const screens = [
      '',
      '/prompt',
      `/prompt/${version}`,
      '/prompt?view=reports',
      `/prompt/reported/${prompt}`,
      '/question',
      `/question/${question}`,
      '/refund',
      '/publication',
      '/publication/notice/new',
      '/member',
      `/member/${member}`,
      '/invite',
      '/log',
    ]
    for (const screen of screens) {
      await page.setViewportSize({ width: 390, height: 800 })
      await open(`/admin${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        screen,
      ).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessible()
    }
  },
)
