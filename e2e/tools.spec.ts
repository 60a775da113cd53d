import { planForms } from '#shared/plan-forms.ts'
import { expect, interfere, signInAs, test, uniqueName } from './journey.ts'

// One journey for each tool, in the language of its tag: three in each.

/** The one button that writes and names its price. */
const priced = /·.*\d/

test('R32, T01: six tools, each with an example that costs nothing, before signing in', async ({
  page,
  words,
  open,
  expectAccessible,
}) => {
  await open('/tool/list')
  await expect(page.getByRole('link', { name: words('tools.list.example') })).toHaveCount(6)
  await expectAccessible()
  for (const tool of ['document', 'business-plan', 'cover-letter', 'email', 'instagram-feed'] as const) {
    await open(`/tool/use?tool=${tool}&example=1`)
    await expect(page.getByRole('heading', { level: 1, name: words(`tools.name.${tool}`) })).toBeVisible()
    await expect(page.getByText(words('writing.pane.exampleNote'))).toBeVisible()
    await expect(page.getByRole('article').locator('p').nth(2)).toBeVisible()
  }
  await expect(page.getByRole('region', { name: words('forms.instagramFeed.preview') })).toContainText('1/4')
  await expectAccessible()
})

test(
  'T06: a document: its outline is read, changed and written out, then one section is rewritten',
  { tag: '@en' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    await signUp()
    await open('/tool/use?tool=document')
    await page.locator('[name="topic"]').fill('Use of the library')
    await page.locator('[name="purpose"]').fill('To decide on opening hours')
    await page.locator('[name="information"]').fill('The library opens at 9.')
    await page
      .getByRole('button', { name: words('tools.form.outlineFirst', { tokens: 0 }).split('·')[0]!.trim() })
      .click()
    const first = page.locator('textarea[name="outline.0"]')
    await expect(first).not.toBeEmpty()
    await expect(
      page.getByText(words('writing.pane.planned', { tokens: 0, available: 0 }).split('.')[0]!),
    ).toBeVisible()
    await expectAccessible()
    await first.fill('MY OWN HEADING\n- what I want to say')
    await page
      .getByRole('button', { name: words('forms.outline.write', { tokens: 0 }).split('·')[0]!.trim() })
      .click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await expect(text).toContainText('The library opens at 9.')

    const contents = page.getByRole('group').filter({ hasText: words('forms.sections.contents') })
    await contents
      .getByRole('button', { name: words('forms.sections.rewrite') })
      .first()
      .click()
    await page.locator('textarea[name="instruction"]').fill('PLEASE-SHORTER')
    await page
      .getByRole('button', { name: words('forms.sections.submit', { tokens: 0 }).split('·')[0]!.trim() })
      .click()
    const offer = page.getByRole('region', {
      name: words('editor.edit.offer', { command: words('editor.edit.command.section') }),
    })
    await expect(offer).toContainText('PLEASE-SHORTER')
    await expect(text).not.toContainText('PLEASE-SHORTER')
    await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(text).toContainText('PLEASE-SHORTER')
  },
)

test(
  'T07: a business plan follows the items of PSST, in the order that the member chose',
  { tag: '@ko' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    await signUp()
    await open('/tool/use?tool=business-plan')
    await page.locator('[name="name"]').fill('한끼반찬')
    await page.locator('[name="overview"]').fill('동네 반찬을 주 2회 배달한다.')
    await page.getByRole('button', { name: priced }).first().click()
    await expect(page.getByText(words('errors.field.required'))).toBeVisible()
    await page.getByRole('button', { name: 'PSST' }).click()
    await page.getByRole('button', { name: words('forms.list.up', { number: 4 }) }).click()
    await expectAccessible()
    await page.getByRole('button', { name: priced }).first().click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    await expect(
      page.getByRole('textbox', { name: words('writing.pane.textLabel') }).getByRole('heading'),
    ).toHaveText([0, 1, 3, 2].map((index) => planForms.ko[0]!.items[index]!))
  },
)

test('T08: the end of a question that was pasted too long goes to the instructions, and one press undoes it', async ({
  page,
  language,
  words,
  open,
}) => {
  await open('/tool/use?tool=cover-letter')
  const question = page.locator('[name="questions.0.question"]')
  const wishes = page.locator('[name="instructions"]')
  const undo = page.getByRole('button', { name: words('forms.coverLetter.join') })
  const [asked, phrase] =
    language === 'ko' ? ['지원 동기', '구체적으로 적기'] : ['Your motivation', 'in detail']
  const paste = async (pasted: string, kept: string, notes: string) => {
    await question.fill(pasted)
    await expect(question).toHaveValue(kept)
    await expect(wishes).toHaveValue(words('forms.coverLetter.note', { number: 1, notes }))
    await undo.click()
    await expect(wishes).toHaveValue('')
    await expect(question).toHaveValue(pasted)
    await question.fill('')
    // Its message leaves slowly.
    await expect(undo).toHaveCount(0)
  }
  const notes = `(${Array.from({ length: 12 }, () => phrase).join(' ')})`
  await paste(`${asked} ${notes}`, asked, notes)
  // Nine letters a word with its space: eleven of them fit 100.
  const many = (count: number) => Array.from({ length: count }, () => 'question').join(' ')
  await paste(many(13), many(11), many(2))
})

test(
  'T08: a cover letter answers each question within its limit, counted in four ways',
  { tag: '@ko' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    await signUp()
    await open('/tool/use?tool=cover-letter')
    await page.locator('[name="duty"]').fill('도서 편집')
    await page.locator('[name="introduce"]').fill('기록하는 습관이 있다. 설명하는 일을 좋아한다.')
    await page.locator('[name="career"]').fill('대학 신문사에서 2년 동안 일했다. 연재 6회를 썼다.')
    await page.locator('[name="questions.0.question"]').fill('지원 동기')
    await page.locator('[name="questions.0.limit"]').fill('80')
    await page.getByRole('button', { name: words('forms.list.add') }).click()
    await page.locator('[name="questions.1.question"]').fill('가장 힘쓴 경험')
    await page.getByRole('button', { name: priced }).click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    const gauges = page.getByRole('region', { name: words('forms.coverLetter.gauges') })
    await expect(gauges.getByRole('meter')).toHaveCount(2)
    await expect(gauges).toContainText(words('forms.unit.bytes_euc_kr'))
    await expect(gauges.locator('[data-over]')).toHaveCount(0)
    await expectAccessible()

    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await text.locator('p').first().click()
    await page.keyboard.press('End')
    const isSaved = Promise.withResolvers<void>()
    const letThrough = await interfere(page, '**/rest/v1/rpc/save_text*', async (route) => {
      await isSaved.promise
      await route.fallback()
    })
    await page.keyboard.type(` ${'더 쓴 문장이다. '.repeat(12)}`)
    await expect(gauges.locator('[data-over]')).toHaveCount(1)
    await page.getByText(words('forms.sections.title')).click()
    // An unsaved answer cannot be shortened, and the button says so.
    const fit = page.getByRole('button', { name: words('forms.sections.fit') })
    await expect(fit).toBeDisabled()
    await expect(fit).toHaveAccessibleDescription(words('forms.sections.saving'))
    await expect(page.getByText(words('forms.sections.saving'))).toBeVisible()
    isSaved.resolve()
    letThrough()
    await fit.click()
    await page.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
    await expect(gauges.locator('[data-over]')).toHaveCount(0)
  },
)

test(
  'T09: an e-mail has subjects to choose from, its sender and receiver, and opens in the mail program',
  { tag: '@en' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    await signUp()
    await open('/tool/use?tool=email')
    await page.locator('[name="topic"]').fill('Renting your upper floor')
    await page.locator('[name="strong_points"]').fill('We are 12 people.')
    await page.locator('[name="received"]').fill('How many are you? http://mail.example.com/a')
    await page.locator('[name="sender"]').fill('Jiwoo')
    await page.locator('[name="receiver"]').fill('Seoyeon')
    await page.getByRole('button', { name: priced }).click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    // An e-mail has no tags.
    await expect(page.getByRole('button', { name: words('editor.edit.command.title') })).toBeVisible()
    await expect(page.getByRole('button', { name: words('editor.edit.command.tag') })).toHaveCount(0)
    const head = page.getByRole('region', { name: words('forms.email.head') })
    await expect(head).toContainText('Seoyeon')
    await page.getByText(words('writing.pane.otherTitles', { count: 4 })).click()
    await page.locator('article details button').nth(1).click()
    const subject = await page.getByRole('textbox', { name: words('writing.pane.titleLabel') }).inputValue()
    const link = new URL((await head.getByRole('link').getAttribute('href'))!)
    expect([link.protocol, link.searchParams.get('subject')]).toEqual(['mailto:', subject])
    expect(link.searchParams.get('body')).toContain('We are 12 people.')
    await expectAccessible()
  },
)

test(
  'T10: an Instagram feed has as many slides as requested, in a preview to swipe through',
  { tag: '@en' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    await signUp()
    await open('/tool/use?tool=instagram-feed')
    await page.locator('[name="topic"]').fill('Your first monstera')
    await page.locator('[name="slide_count"]').selectOption('3')
    await page.getByRole('button', { name: priced }).click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    const preview = page.getByRole('region', { name: words('forms.instagramFeed.preview') })
    await expect(preview).toContainText('1/3')
    await preview.getByRole('button', { name: words('forms.instagramFeed.next') }).click()
    await preview.getByRole('button', { name: words('forms.instagramFeed.next') }).click()
    await expect(preview).toContainText('3/3')
    await expect(preview.getByRole('button', { name: words('forms.instagramFeed.next') })).toBeDisabled()
    await expect(preview).toContainText('#')
    await expectAccessible()
    await open('/tool/history')
    await expect(page.getByRole('main')).toContainText(words('tools.name.instagram-feed'))
  },
)

test('screens 4, 7: input in an example survives signing in; filling and clearing a form can be undone', async ({
  page,
  words,
  open,
}) => {
  const topic = page.locator('[name="topic"]')
  const own = 'My own topic 나의 주제'
  await open('')
  await page.getByRole('link', { name: words('home.tryExample') }).click()
  await expect(topic).not.toHaveValue('')
  const example = await topic.inputValue()
  await topic.fill(own)
  // The caret stays at the input, although the address changes.
  await expect(topic).toBeFocused()
  await expect(page).not.toHaveURL(/example/)

  await page.reload()
  await expect(topic).toHaveValue(own)
  await page.getByRole('link', { name: linkToSignIn(words) }).click()
  await signInAs(page, uniqueName())
  await page.waitForURL(/\/sign\/referrer/)
  await page.getByRole('link', { name: words('accounts.referrer.skip') }).click()
  await page.getByRole('link', { name: words('accounts.complete.continue') }).click()
  await expect(topic).toHaveValue(own)

  await page.getByRole('button', { name: words('tools.form.example') }).click()
  await expect(topic).toHaveValue(example)
  await page.getByRole('button', { name: words('writing.form.undo') }).click()
  await expect(topic).toHaveValue(own)
  await page.getByRole('button', { name: words('tools.form.reset') }).click()
  await expect(topic).toHaveValue('')
  await page
    .getByRole('button', { name: words('writing.form.undo') })
    .last()
    .click()
  await expect(topic).toHaveValue(own)
})

/** Its label ends with a price that the form decides. */
const linkToSignIn = (words: (key: string, values: { tokens: number }) => string): RegExp =>
  new RegExp(`^${words('tools.form.signIn', { tokens: 0 }).split('·')[0]!.trim()} ·`)
