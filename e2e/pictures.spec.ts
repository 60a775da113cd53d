import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'
import { startProduct, type Product } from './product.ts'
import { makeText } from './own-texts.ts'

/** A product whose image provider is played by the test. */
const withProvider = test.extend<{ provider: FakeProvider; product: Product }>({
  provider: async ({}, use) => {
    const provider = await startFakeProvider(answerLikeAModel)
    await use(provider)
    await provider.close()
  },
  product: async ({ provider }, use) => {
    const product = await startProduct(provider.env('openai'))
    await use(product)
    await product.stop()
  },
  baseURL: async ({ product }, use) => use(product.origin),
})

const give = (name: string, count: number, folder?: string) =>
  runSql(
    `insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
     select id, id, 'invite', $2, 0, 'pictures-journey:' || id from public."user" where nickname = $1`,
    [name, count],
    folder,
  )
const topics = { ko: '토요일 아침의 동네 도서관', en: 'A library on Saturday morning' }

test('T05, T13, T18, M13, M18: an article gets its own image, which costs an image and is visible wherever the text is', async ({
  page,
  browser,
  baseURL,
  language,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  await open('/tool/use?tool=article')
  const topic = page.locator('textarea[name="topic"]')
  const flag = page.getByRole('checkbox', { name: words('pictures.flag.thumbnail') })
  const write = page.locator('form button[type="submit"]').first()
  await topic.fill(topics[language])
  await expect(write).not.toContainText(words('pictures.count.one'))
  // The page may hydrate at this moment: React unchecks the box, and the press is replayed.
  await flag.click()
  await expect(flag).toBeChecked()
  await expect(write).toContainText(words('pictures.count.one'))

  await test.step('T18: without images a dialog leads to more of them, and the form is as it was', async () => {
    await write.click()
    const dialog = page.getByRole('dialog', { name: words('refusals.noCredits.title') })
    await expect(dialog).toContainText(words('refusals.noCredits.text', { needed: 1, available: 0 }))
    const packs = dialog.getByRole('link', { name: words('refusals.noCredits.packs') })
    await expect(packs).toHaveAttribute('href', `/${language}/price#packs`)
    await dialog.getByRole('button', { name: words('site.close') }).click()
    await expect(topic).toHaveValue(topics[language])
    await expect(flag).toBeChecked()
  })

  await give(name, 3)
  const left = (count: number) => page.locator('label').getByText(words('pictures.flag.left', { count }))
  await expect(left(3)).toBeVisible()
  await write.click()
  const panel = page.getByRole('region', { name: words('madepictures.thumbnail.label') })
  const picture = panel.getByRole('img')
  await expect(picture).toBeVisible()
  await expect(
    page.getByText(words('madepictures.cost', { images: words('pictures.count.one') })),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: words('writing.stage.label') })).toContainText(
    words('writing.stage.images'),
  )
  await expect(left(2)).toBeVisible()
  await expect(panel.getByText(words('pictures.flag.left', { count: 2 }))).toBeVisible()
  const src = (await picture.getAttribute('src'))!
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1536)
  await expectAccessible()

  await test.step('it is there after a reload, can be generated again and removed', async () => {
    await page.reload()
    await expect(picture).toHaveAttribute('src', src)
    await panel.getByRole('button', { name: words('madepictures.thumbnail.again') }).click()
    await expect(picture).not.toHaveAttribute('src', src)
    await expect(left(1)).toBeVisible()
    const made = (await picture.getAttribute('src'))!
    await panel.getByRole('button', { name: words('madepictures.thumbnail.remove') }).click()
    await expect(picture).toHaveCount(0)
    await page
      .getByRole('status')
      .getByRole('button', { name: words('madepictures.thumbnail.undo') })
      .click()
    await expect(picture).toHaveAttribute('src', made)

    // While the text is unsaved its image button is disabled, with the reason.
    const saving = Promise.withResolvers<void>()
    const letSave = await interfere(page, '**/rest/v1/rpc/save_text', async (route) => {
      await saving.promise
      await route.continue()
    })
    await panel.getByRole('button', { name: words('madepictures.thumbnail.put') }).click()
    await expect(
      page.getByRole('textbox', { name: words('writing.pane.textLabel') }).getByRole('img'),
    ).toHaveCount(1)
    const again = panel.getByRole('button', { name: words('madepictures.thumbnail.again') })
    await expect(again).toHaveAccessibleDescription(words('madepictures.rest'))
    await expect(again).toBeDisabled()
    saving.resolve()
    await expect(panel.getByText(words('madepictures.rest'))).toHaveCount(0)
    letSave()
  })

  await test.step('whoever gets the link sees it, and so do messengers', async () => {
    await page.getByRole('button', { name: words('writing.share.action') }).click()
    await page.getByRole('button', { name: words('writing.share.set') }).click()
    const link = await page.getByRole('textbox', { name: words('writing.share.link') }).inputValue()
    const visitor = await browser.newPage()
    await visitor.goto(link)
    const shown = visitor.getByRole('main').getByRole('img').first()
    const address = await shown.getAttribute('src')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1536)
    await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      `${baseURL}${address}`,
    )
    await visitor.close()
  })

  await test.step('M13: the history of images names the text, that of texts shows the picture', async () => {
    await open('/usage/history?type=image')
    const lines = page.getByRole('main').getByRole('listitem')
    await expect(lines).toHaveCount(3)
    await expect(lines.first()).toContainText('−1')
    await expect(lines.first().getByRole('link')).toHaveAttribute('href', /\/tool\/use\?tool=article&id=\d+$/)
    await open('/tool/history')
    await expect(page.getByRole('main').locator('li img')).toHaveCount(1)
  })
})

test('T10: a feed has an image for each slide, seen in its preview, regenerated one by one and downloaded together @ko', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await give(await signUp(), 3)
  await open('/tool/use?tool=instagram-feed')
  await page.locator('textarea[name="topic"]').fill(topics.ko)
  await page.locator('select[name="slide_count"]').selectOption('2')
  const slides = page.getByRole('checkbox', { name: words('pictures.flag.slides') })
  await slides.click()
  await expect(slides).toBeChecked()
  const write = page.locator('form button[type="submit"]')
  await expect(write).toContainText(words('pictures.count.many', { count: 2 }))
  await write.click()
  const preview = page.getByRole('region', { name: words('forms.instagramFeed.preview') })
  const picture = preview.locator('img')
  const again = preview.getByRole('button', { name: words('madepictures.slide.again') })
  await expect(again).toBeVisible()
  const first = (await picture.getAttribute('src'))!
  await preview.getByRole('button', { name: words('forms.instagramFeed.next') }).click()
  await expect(picture).not.toHaveAttribute('src', first)
  const second = (await picture.getAttribute('src'))!
  await expectAccessible()

  const files: string[] = []
  page.on('download', (download) => files.push(download.suggestedFilename()))
  await preview.getByRole('button', { name: words('madepictures.slide.all') }).click()
  await expect.poll(() => files.length).toBe(2)
  expect(files[0]).toMatch(/ 1\.jpg$/)

  await again.click()
  await expect(page.locator('label').getByText(words('pictures.flag.left', { count: 0 }))).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', second)
  await page.reload()
  await expect(picture).toHaveAttribute('src', first)
})

test('T02, T12: an image described by the member is suggested, accepted as one step and rejected if not wanted @en', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const name = await signUp()
  const id = await makeText(name, { tool: 'email', language: 'English', content: 'One.\n\nTwo.' })
  await open(`/tool/use?tool=email&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await text.locator('p').first().click()
  const make = page.getByRole('button', { name: words('madepictures.instruction.command') })
  const offer = page.getByRole('region', { name: words('madepictures.instruction.command') })
  const ask = offer.getByRole('button', { name: words('madepictures.instruction.ask') })
  const insert = offer.getByRole('button', { name: words('editor.edit.insert'), exact: true })

  await test.step('T12: it has to be described', async () => {
    await make.click()
    await ask.click()
    await expect(offer.getByText(words('errors.field.required'))).toBeVisible()
    await expect(offer.getByRole('textbox')).toBeFocused()
  })

  await test.step('T18: without images a dialog says so', async () => {
    await offer.getByRole('textbox').fill('An empty chair by the window')
    await ask.click()
    const dialog = page.getByRole('dialog', { name: words('refusals.noCredits.title') })
    await dialog.getByRole('button', { name: words('site.close') }).click()
    await expect(dialog).toHaveCount(0)
  })

  await give(name, 2)
  await offer.getByRole('button', { name: words('madepictures.instruction.again') }).click()
  await expect(offer.getByRole('img')).toBeVisible()
  // It is still on offer after a reload, at its place.
  await page.reload()
  await insert.click()
  await expect(offer).toHaveCount(0)
  await expect(text.locator('> *').nth(1)).toHaveJSProperty('tagName', 'IMG')
  await page.getByRole('button', { name: words('writing.editor.undo') }).click()
  await expect(text.getByRole('img')).toHaveCount(0)
  await expect(text.locator('p')).toHaveText(['One.', 'Two.'])

  await make.click()
  await offer.getByRole('textbox').fill('A chair')
  await offer.getByText(words('madepictures.instruction.shapes.square')).click()
  await ask.click()
  await expect(offer.getByRole('img')).toHaveAttribute('width', '1024')
  await offer.getByRole('button', { name: words('editor.edit.leave') }).click()
  await expect(text.getByRole('img')).toHaveCount(0)
})

withProvider(
  'I1: a picture that is refused costs nothing and is offered again; one that is being made is seen after a reload @ko',
  async ({ page, product, provider, words, open, signUp }) => {
    await give(await signUp(), 1, product.dataFolder)
    provider.pictures.reply = () => ({ isRefused: true })
    await open('/tool/use?tool=article')
    await page.locator('textarea[name="topic"]').fill(topics.ko)
    const thumbnail = page.getByRole('checkbox', { name: words('pictures.flag.thumbnail') })
    await thumbnail.click()
    await expect(thumbnail).toBeChecked()
    await page.locator('form button[type="submit"]').first().click()
    const panel = page.getByRole('region', { name: words('madepictures.thumbnail.label') })
    const problem = panel.getByRole('alert')
    await expect(problem).toContainText(words('madepictures.thumbnail.failed'))
    await expect(problem).toContainText(words('errors.model_refused'))
    await expect(page.getByRole('list', { name: words('writing.stage.label') })).toContainText(
      words('writing.stage.saving'),
    )
    const left = (count: number) => page.locator('label').getByText(words('pictures.flag.left', { count }))
    await expect(left(1)).toBeVisible()
    await page.reload()
    await expect(problem).toContainText(words('madepictures.thumbnail.failed'))

    const make = panel.getByRole('button', { name: words('madepictures.thumbnail.make') })
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await test.step('the text stands while a picture is asked for, and a refusal is told where one looks', async () => {
      await text.click()
      await page.keyboard.type('KEPT')
      await page.keyboard.press('Control+s')
      await expect(make).toBeEnabled()
      const asked = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      const letAsk = await interfere(page, '**/v1/ai/tool/run/*/picture', async (route) => {
        asked.resolve()
        await answer.promise
        await route.fulfill({ status: 400, json: { code: 'invalid_field', message: 'x', field: 'slide' } })
      })
      await make.click()
      await asked.promise
      await expect(text).toContainText('KEPT')
      answer.resolve()
      await expect(page.getByText(words('errors.invalid_field'))).toBeVisible()
      await expect(make).toBeFocused()
      // It is the same editor: earlier typing can be undone.
      await page.getByRole('button', { name: words('writing.editor.undo') }).click()
      await expect(text).not.toContainText('KEPT')
      await page.keyboard.press('Control+s')
      await expect(make).toBeEnabled()
      letAsk()
    })

    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const making = panel.getByText(words('madepictures.thumbnail.making'))
    await test.step('T15: a picture that is stopped leaves a finished text finished', async () => {
      provider.pictures.reply = () => ({ pace: () => gates[0]!.promise })
      await make.click()
      await expect(making).toBeVisible()
      await page.getByRole('button', { name: words('writing.pane.stop') }).click()
      await expect(make).toBeVisible()
      await expect(
        page.getByRole('button', { name: words('writing.again.regenerate') }).first(),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: words('writing.again.continue') })).toHaveCount(0)
      gates[0]!.resolve()
    })

    provider.pictures.reply = () => ({ pace: () => gates[1]!.promise })
    await make.click()
    await expect(making).toBeVisible()
    await page.reload()
    await expect(making).toBeVisible()
    gates[1]!.resolve()
    await expect(panel.getByRole('img')).toBeVisible()
    await expect(problem).toHaveCount(0)
    await expect(left(0)).toBeVisible()
  },
)
