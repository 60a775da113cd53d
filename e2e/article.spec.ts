import { setTimeout as wait } from 'node:timers/promises'
import {
  answerWell,
  fakeArticle,
  startFakeProvider,
  type Reply,
} from '#server/adapters/fakes/fake-provider.ts'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { pixel } from './pixel.ts'
import { startProduct } from './product.ts'

/**
 * A product whose model writes a beginning and then a word from time to time without end: a run is active until the
 * test stops it.
 */
const endlessly = test.extend({
  baseURL: async ({}, use) => {
    const provider = await startFakeProvider((call) =>
      call.part === 'text' ? writeWithoutEnd() : answerWell(call),
    )
    const product = await startProduct(provider.env('openai'))
    await use(product.origin)
    await product.stop()
    await provider.close()
  },
})

function writeWithoutEnd(): Reply {
  let pieces = 0
  const pace = () => (++pieces < 30 ? Promise.resolve() : wait(500))
  return { text: `## Coffee at home\n\n${'Water and time make it. '.repeat(2_000)}`, pace }
}

const begunCharacters = 240
/** A product whose provider breaks off every text, and answers requests to continue. */
const brokenOff = test.extend({
  baseURL: async ({}, use) => {
    const provider = await startFakeProvider((call) => {
      if (call.part !== 'text') return answerWell(call)
      return JSON.stringify(call.body).includes('<begun-')
        ? { text: fakeArticle.slice(begunCharacters) }
        : { text: fakeArticle, fault: { after: begunCharacters / 12, kind: 'reset' } }
    })
    const product = await startProduct(provider.env('openai'))
    await use(product.origin)
    await product.stop()
    await provider.close()
  },
})

const topics = { ko: '집에서 내리는 드립 커피', en: 'Pour-over coffee at home' }

test('R32, T05: a visitor sees an example for free, and the form is still there after signing in', async ({
  page,
  language,
  words,
  open,
  expectAccessible,
}) => {
  await open('/tool/list')
  await page
    .getByRole('link', { name: words('tools.list.example') })
    .first()
    .click()
  await expect(page.getByText(words('writing.pane.exampleNote'))).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).not.toHaveCount(0)
  await expectAccessible()
  await page.getByLabel(words('tools.form.topic.label'), { exact: false }).first().fill(topics[language])
  await page
    .getByRole('link', { name: words('tools.form.signIn', { tokens: 0 }).split('·')[0]!.trim() })
    .click()
  await expect(page).toHaveURL(/\/sign\/in\?.*redirect=/)
  await open('/tool/use?tool=article')
  await expect(page.locator('textarea[name="topic"]')).toHaveValue(topics[language])
})

test('T13, T20, T21, T22, T23, R31, M18, N07: a member writes an article, edits, saves, shares and finds it again', async ({
  page,
  language,
  words,
  open,
  signUp,
  browser,
  expectAccessible,
}) => {
  const name = await signUp()
  await open('/tool/use?tool=article')

  await test.step('T05: a missing topic is said beside the field', async () => {
    await page.getByRole('button', { name: /·/ }).first().click()
    await expect(page.getByText(words('errors.field.required'))).toBeVisible()
    await expect(page.locator('textarea[name="topic"]')).toBeFocused()
  })

  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() })
  const otherPage = await elsewhere.newPage()
  await otherPage.goto(`/${language}/price`)
  const otherHeader = otherPage.getByRole('banner')
  await expect(otherHeader.getByRole('button', { name: '100,000' })).toBeVisible()

  await page.locator('textarea[name="topic"]').fill(topics[language])
  await page.locator('textarea[name="information"]').fill('20 g, 300 ml, 92')
  await page.getByRole('button', { name: /·/ }).first().dblclick()
  await expect(page.getByRole('button', { name: words('writing.pane.stop') })).toBeVisible()
  await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
  const stages = page.getByRole('list', { name: words('writing.stage.label') })
  for (const stage of ['request', 'outline', 'title', 'text', 'tags', 'saving'])
    await expect(stages).toContainText(words(`writing.stage.${stage}`))
  await expect(page.getByText(words('writing.pane.demoNote'))).toBeVisible()
  await expect(page.getByText(words('writing.save.saved'), { exact: true })).toBeVisible()
  await expectAccessible()

  await test.step('the header shows what is left', async () => {
    const end = await page
      .getByRole('article')
      .getByRole('status')
      .filter({ hasText: /\d,\d{3}/ })
      .first()
      .innerText()
    const left = end.match(/\d{2},\d{3}/)![0]
    await expect(page.getByRole('banner').getByRole('button', { name: left })).toBeVisible()
    await test.step('N07: in another browser too, where nothing was loaded again', async () => {
      await expect(otherHeader.getByRole('button', { name: left })).toBeVisible()
    })
    await test.step('screens 13: who watched it to its end has no alarm left to read, in no browser, nor after a reload', async () => {
      const isRead = await runSql(
        `select bool_and(a.is_read) as is_read from public.user_alarm a join public."user" u on u.id = a.user_id
         where u.nickname = $1 and a.kind = 'tool_execute' having count(*) = 1`,
        [name],
      )
      expect(isRead).toEqual([{ is_read: true }])
      await expect(
        otherHeader.getByRole('button', { name: words('site.alarms.label'), exact: true }),
      ).toBeVisible()
      await elsewhere.close()
      const bell = page
        .getByRole('banner')
        .getByRole('button', { name: words('site.alarms.label'), exact: true })
      const isCounted = page.waitForResponse((response) => response.url().includes('is_read=eq.false'))
      await expect(bell).toBeVisible()
      await page.reload()
      await isCounted
      await expect(bell).toBeVisible()
    })
  })

  await test.step('T22: without a title nothing is saved, and that is said', async () => {
    const field = page.getByRole('textbox', { name: words('writing.pane.titleLabel') })
    const before = await field.inputValue()
    await field.fill('')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(words('errors.select_title'))).toBeVisible()
    await field.fill(before)
  })
  await test.step('another title is chosen, the text is edited and saved', async () => {
    await page.getByText(words('writing.pane.otherTitles', { count: 4 })).click()
    await page.locator('article details button').nth(1).click()
    await page.getByRole('textbox', { name: words('writing.pane.textLabel') }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' EDITED-BY-HAND')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(words('writing.save.savedNow'), { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words('writing.save.action'), exact: true })).toBeDisabled()
  })

  const title = await page.getByRole('textbox', { name: words('writing.pane.titleLabel') }).inputValue()
  const link =
    await test.step('the text is shared, a visitor reads it, and the link is closed again', async () => {
      await page.getByRole('button', { name: words('writing.share.action'), exact: true }).click()
      await page.getByRole('button', { name: words('writing.share.set') }).click()
      const address = await page.getByLabel(words('writing.share.link')).inputValue()
      const visitor = await browser.newContext({ javaScriptEnabled: false })
      const visitorPage = await visitor.newPage()
      await visitorPage.goto(address)
      await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(visitorPage.getByText('EDITED-BY-HAND')).toBeVisible()
      await expect(visitorPage.getByText(words('sharing.label'))).toBeVisible()
      await page.getByRole('button', { name: words('writing.share.unset') }).click()
      await expect(page.getByRole('button', { name: words('writing.share.set') })).toBeVisible()
      expect((await visitorPage.goto(address))?.status()).toBe(404)
      await visitor.close()
      await page.keyboard.press('Escape')
      return address
    })
  expect(link).toContain(`/${language}/public/write/`)

  await test.step('T23-T25: the history has it, opens it and deletes it', async () => {
    await open('/tool/history')
    await expectAccessible()
    const remove = page.getByRole('button', { name: words('history.action.delete'), exact: true })
    await expect(remove).toBeDisabled()
    await expect(remove).toHaveAccessibleDescription(words('errors.select_history'))
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: words('errors.select_history') })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(escape(title)) }).click()
    await expect(page.getByText('EDITED-BY-HAND')).toBeVisible()
    await page.goBack()
    await page.getByRole('checkbox', { name: words('history.select', { title }) }).check()
    await page.getByRole('button', { name: words('history.many.delete', { count: 1 }) }).click()
    await expect(page.getByText(words('history.empty'))).toBeVisible()
  })
})

endlessly(
  'T15, B39: a cancelled run leaves the text and charges only for it; a second run is refused with a link to the active one',
  async ({ page, browser, words, language, signUp }) => {
    await signUp()
    const second = await page.context().newPage()
    for (const tab of [second, page]) {
      await tab.goto(`/${language}/tool/use?tool=article`)
      await tab.locator('textarea[name="topic"]').fill(topics[language])
    }
    await page.getByRole('button', { name: /·/ }).first().click()
    await expect(page.locator('article h2').first()).toBeVisible()

    await second.getByRole('button', { name: /·/ }).first().click()
    await expect(second.getByRole('dialog')).toContainText(words('refusals.running.text.title'))
    await second.getByRole('link', { name: words('refusals.running.text.follow') }).click()
    await expect(second.getByRole('list', { name: words('writing.stage.label') })).toBeVisible()

    await test.step('leaving the page leaves the run: a reload in the middle follows it from its beginning', async () => {
      await expect(page).toHaveURL(/id=\d+/)
      await page.reload()
      await expect(page.locator('article h2').first()).toBeVisible()
    })

    const elsewhere =
      await test.step('the page is closed, and the run is followed and stopped in another browser', async () => {
        const context = await browser.newContext({ storageState: await page.context().storageState() })
        const other = await context.newPage()
        const address = page.url()
        await page.close()
        await other.goto(address)
        await expect(other.locator('article h2').first()).toBeVisible()
        await other.getByRole('button', { name: words('writing.pane.stop') }).click()
        await expect(other.getByRole('toolbar')).toBeVisible()
        await expect(other.getByRole('textbox', { name: words('writing.pane.textLabel') })).not.toBeEmpty()
        await expect(other.getByText(words('writing.save.draft'), { exact: true })).toBeVisible()
        await expect(second.getByRole('toolbar')).toBeVisible()
        return other
      })

    await test.step('T20: a link comes only after the first save', async () => {
      await elsewhere.getByRole('button', { name: words('writing.share.action'), exact: true }).click()
      await elsewhere.getByRole('button', { name: words('writing.share.set') }).click()
      // In the dialog: outside of it, nothing could be pressed or would be read out.
      const dialog = elsewhere.getByRole('dialog')
      await expect(dialog.getByRole('status')).toContainText(words('errors.share_after_save'))
      await dialog
        .getByRole('status')
        .getByRole('button', { name: words('site.close') })
        .click()
      await expect(dialog.getByText(words('errors.share_after_save'))).toHaveCount(0)
      await elsewhere.keyboard.press('Escape')
    })

    await test.step('it goes on where it stopped, and the text before is a version', async () => {
      const text = elsewhere.getByRole('textbox', { name: words('writing.pane.textLabel') })
      const stopped = (await text.innerText()).trim().split('\n')[0]!
      await elsewhere.getByRole('button', { name: words('writing.again.continue') }).click()
      await expect(elsewhere.getByRole('article')).toContainText(stopped)
      await elsewhere.getByRole('button', { name: words('writing.pane.stop') }).click()
      await expect(text).toContainText(stopped)
      await elsewhere.getByRole('button', { name: words('writing.save.versions') }).click()
      await expect(elsewhere.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
    })
    await elsewhere.context().close()
  },
)

test('R29, U06, U09: a file is uploaded when chosen, read with the form, and refused next to the field with its reason @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer })
  const takenAway: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') takenAway.push(request.url())
  })
  await signUp()
  await open('/tool/use?tool=article')
  await page.locator('textarea[name="topic"]').fill('a')
  await choose('notes.hwp', pixel)
  await expect(page.getByRole('alert')).toHaveText(words('errors.only_tool_file_format'))
  await choose('EMPTY.PNG', Buffer.from(''))
  await expect(page.getByRole('alert')).toHaveText(words('errors.file_empty'))
  // A false image is detected when the server reads it, and nothing is written before it is removed.
  await choose('FAKE.PNG', Buffer.from([0, 0, 0]))
  await expect(page.getByRole('alert')).toHaveText(words('errors.only_tool_file_format'))
  await page.getByRole('button', { name: /·/ }).first().click()
  await expect(page.getByRole('list', { name: words('writing.stage.label') })).toHaveCount(0)
  await page.getByRole('button', { name: words('tools.form.file.remove', { name: 'FAKE.PNG' }) }).click()
  // The uploaded part is useless, so it is deleted.
  await expect.poll(() => takenAway.length).toBe(1)
  // Pasted anywhere on the page.
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'PASTED.PNG', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, pixel.toString('base64'))
  await expect(page.getByText('PASTED.PNG')).toBeVisible()
  await expect(page.getByText(words('tools.form.file.picture'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /·/ }).first().click()
  await expect(page.getByRole('toolbar')).toBeVisible()
  await expect(page.getByRole('list', { name: words('writing.stage.label') })).toContainText(
    words('writing.stage.files'),
  )
  // The content read appears next to the text, and again when the text is opened later.
  const read = page.getByRole('group').filter({ hasText: words('forms.read.title', { count: 1 }) })
  await read.getByText(words('forms.read.title', { count: 1 })).click()
  await expect(read).toContainText(`PASTED.PNG ${words('forms.read.picture')}`)
  // Clearing the form, or removing a file from it, does not change the sources of the text.
  await page.getByRole('button', { name: words('tools.form.reset') }).click()
  await expect(
    page.getByRole('button', { name: words('tools.form.file.remove', { name: 'PASTED.PNG' }) }),
  ).toHaveCount(0)
  await page.reload()
  await read.getByText(words('forms.read.title', { count: 1 })).click()
  await expect(read).toContainText('PASTED.PNG')
  expect(takenAway).toHaveLength(1)
})

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

brokenOff(
  'server B13: a text that broke off continues where it stopped when its member tries again',
  async ({ page, words, language, signUp, expectAccessible }) => {
    await signUp()
    await page.goto(`/${language}/tool/use?tool=article`)
    await page.locator('textarea[name="topic"]').fill(topics[language])
    await page.getByRole('button', { name: /·/ }).first().click()
    const failure = page.getByRole('alert').filter({ hasText: words('errors.stream_cut') })
    await expect(failure).toBeVisible()
    await expectAccessible()
    // The address gets the text's id shortly after the first words appear.
    await expect(page).toHaveURL(/[?&]id=\d+/)
    const address = page.url()
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    expect((await text.innerText()).length).toBeGreaterThan(100)
    await failure.getByRole('button', { name: new RegExp(`^${words('writing.pane.retry')}`) }).click()
    // The same text, whole: nothing of it twice.
    const letters = (markdown: string) => markdown.replaceAll(/^## /gm, '').replaceAll(/\s/g, '')
    await expect.poll(async () => letters(await text.innerText())).toBe(letters(fakeArticle))
    await expect(failure).toHaveCount(0)
    await expect(page).toHaveURL(address)
  },
)
