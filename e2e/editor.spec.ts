import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { readPdf } from '#server/adapters/reading/read-pdf.ts'
import { runSql } from './database.ts'
import { expect, interfere, test } from './journey.ts'

const isMac = process.platform === 'darwin'
const mod = isMac ? 'Meta' : 'Control'

/** A finished article of the demo model, in its editor. */
async function writeArticle(
  page: Page,
  words: (key: string) => string,
  open: (path: string) => Promise<void>,
): Promise<void> {
  await open('/tool/use?tool=article')
  await page.locator('textarea[name="topic"]').fill('도서관')
  await page.getByRole('button', { name: /·/ }).first().click()
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
}

test('T02, T12: editor commands mark what they change; each change is taken or left, in one undo step, and rejecting changes nothing', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  await writeArticle(page, words, open)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })

  // A text of our own, so that the demo's answer is known.
  await text.click()
  await page.keyboard.press(`${mod}+a`)
  await page.keyboard.insertText('하나는  둘이다. 셋은 넷이다')
  await text.press('Shift+Home')
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  const offer = page.getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
  await expect(commands.getByRole('button', { name: words('editor.edit.command.text-fix') })).toContainText(
    /\d/,
  )

  // Rejected: nothing changes.
  await commands.getByRole('button', { name: words('editor.edit.command.text-short') }).click()
  await expect(offer.locator('del').last()).toHaveText('셋은 넷이다')
  await expect(offer.getByRole('button', { name: words('editor.edit.take'), exact: true })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await expect(text).toHaveText('하나는  둘이다. 셋은 넷이다')

  // Accepted: by keyboard alone, and undone in one step.
  await text.press('Shift+Home')
  await expect(commands).toBeVisible()
  await page.keyboard.press(`${mod}+j`)
  await page.keyboard.press('ArrowDown')
  await expect(commands.getByRole('button', { name: words('editor.edit.command.text-fix') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(offer.locator('ins')).toHaveText('.')
  await offer.getByRole('button', { name: words('editor.edit.take'), exact: true }).click()
  await expect(text).toHaveText('하나는 둘이다. 셋은 넷이다.')
  await page.keyboard.type('끝')
  await page.keyboard.press(`${mod}+z`)
  await expect(text).toHaveText('하나는 둘이다. 셋은 넷이다.')
  await page.keyboard.press(`${mod}+z`)
  await expect(text).toHaveText('하나는  둘이다. 셋은 넷이다')
  await page.keyboard.press(`${mod}+Shift+z`)

  // A slash on an empty line, and a free-text instruction.
  await page.keyboard.press(`${mod}+End`)
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(commands).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const instruction = page.getByRole('textbox', { name: words('editor.edit.instruction.label') })
  const wishing = page.getByRole('region', { name: words('editor.edit.command.text') })
  await wishing.getByRole('button', { name: /·/ }).click()
  await expect(page.getByText(words('errors.field.required'))).toBeVisible()
  await instruction.fill('준비물을 써 줘')
  await wishing.getByRole('button', { name: /·/ }).click()
  await offer.getByRole('button', { name: words('editor.edit.insert') }).click()
  await expect(text.locator('p').filter({ hasText: '준비물을 써 줘.' })).toHaveCount(1)
  await expect(text).not.toContainText('/')

  // New titles.
  await page.getByRole('button', { name: words('editor.edit.command.title') }).click()
  const title = offer.getByRole('listitem').first().getByRole('button')
  const chosen = (await title.textContent()) ?? ''
  await title.click()
  await expect(page.getByRole('textbox', { name: words('writing.pane.titleLabel') })).toHaveValue(chosen)

  // An emptied text stays a text: nothing else replaces it while it is rewritten.
  await text.click()
  await page.keyboard.press(`${mod}+a`)
  await page.keyboard.press('Delete')
  await expect(text).toHaveText('')
  await page.keyboard.type('x')
  await expect(text).toHaveText('x')
})

test('a text is exported to a blog with its headings and lists, as a PDF with searchable Hangul, and as HWPX @en', async ({
  page,
  context,
  words,
  open,
  signUp,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp()
  await writeArticle(page, words, open)
  const title = page.getByRole('textbox', { name: words('writing.pane.titleLabel') })
  await title.fill('토요일 도서관')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
    await page.getByRole('button', { name: words(name), exact: true }).click()
  }

  // The menu closes by Escape, which restores the focus to the button, and by a press outside.
  const exporting = page.getByRole('button', { name: words('editor.export.action'), exact: true })
  const asFile = page.getByRole('button', { name: words('editor.export.kind.pdf'), exact: true })
  await exporting.click()
  await expect(asFile).toBeVisible()
  await asFile.press('Escape')
  await expect(asFile).toBeHidden()
  await expect(exporting).toBeFocused()
  await exporting.click()
  await expect(asFile).toBeVisible()
  await page.locator('.ProseMirror h2').last().click()
  await expect(asFile).toBeHidden()

  const written = await page.locator('.ProseMirror :is(h2, li)').allTextContents()
  const download = page.waitForEvent('download')
  await choose('editor.export.kind.pdf')
  const file = await download
  expect(file.suggestedFilename()).toBe('토요일 도서관.pdf')
  const data = await readFile(await file.path())
  const { text } = await readPdf(new Uint8Array(data), 100_000)
  for (const part of ['토요일 도서관', ...written])
    expect(text.replace(/\s/g, '')).toContain(part.replace(/\s/g, ''))
  // Two fonts of 2.7 MB each are reduced to the glyphs that are used.
  expect(data.length).toBeLessThan(400_000)

  const hangul = page.waitForEvent('download')
  await choose('editor.export.kind.hwpx')
  const hwpx = await hangul
  expect(hwpx.suggestedFilename()).toBe('토요일 도서관.hwpx')
  const parts = unzipSync(new Uint8Array(await readFile(await hwpx.path())))
  const section = new TextDecoder().decode(parts['Contents/section0.xml']).replace(/<[^>]*>|\s/g, '')
  for (const part of ['토요일 도서관', ...written]) expect(section).toContain(part.replace(/\s/g, ''))

  await choose('editor.export.blog.tistory')
  await expect(page.getByText(words('editor.export.copied'))).toBeVisible()
  await page.getByRole('button', { name: words('export.blog.action') }).click()
  await page.evaluate(() => {
    const field = document.createElement('div')
    field.contentEditable = 'true'
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press(`${mod}+v`)
  const pasted = page.locator('#pasted')
  await expect(pasted.locator('h2').first()).toHaveText('토요일 도서관')
  expect(await pasted.locator('h2, li').allTextContents()).toEqual(['토요일 도서관', ...written])
})

test('tables and images are inserted, edited, saved, shared and exported in their places @ko', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp()
  await writeArticle(page, words, open)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await text.click()
  await page.keyboard.press(`${mod}+a`)
  await page.keyboard.insertText('앞')
  await page.keyboard.press('Enter')

  // A divider and a table by the slash, cells by Tab; the last Tab makes a row.
  const commands = page.getByRole('toolbar', { name: words('editor.edit.label') })
  await page.keyboard.type('/')
  await commands.getByRole('button', { name: words('editor.tool.divider') }).click()
  await expect(text.locator('hr')).toHaveCount(1)
  await page.keyboard.type('/')
  await commands.getByRole('button', { name: words('editor.tool.table'), exact: true }).click()
  await expect(text.locator('th')).toHaveCount(3)
  for (const cell of ['날', '시간', '곳', '토', '9시', '1층', '일', '10시', '2층', '월'])
    await page.keyboard.insertText(cell).then(() => page.keyboard.press('Tab'))
  await expect(text.locator('tr')).toHaveCount(4)
  const tools = page.getByRole('group', { name: words('editor.tool.tableTools') })
  await tools.getByRole('button', { name: words('editor.tool.columnDelete') }).click()
  await tools.getByRole('button', { name: words('editor.tool.rowDelete') }).click()
  await tools.getByRole('button', { name: words('editor.tool.columnAfter') }).click()
  await tools.getByRole('button', { name: words('editor.tool.rowAfter') }).click()
  await expect(text.locator('tr')).toHaveCount(4)
  await expect(text.locator('th')).toHaveCount(3)
  await text.locator('th').last().click()
  await page.keyboard.insertText('층')
  await expectAccessible()

  // An invalid image, then one with its description.
  await page.keyboard.press(`${mod}+End`)
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: words('editor.tool.picture'), exact: true }).click()
    await (await chooser).setFiles(file)
  }
  const panel = page.getByRole('region', { name: words('editor.picture.label') })
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(panel.getByRole('alert')).toContainText(words('errors.only_image_format'))
  const cancel = panel.getByRole('button', { name: words('editor.picture.cancel') })
  await cancel.click()
  const picture = await sharp({ create: { width: 4, height: 2, channels: 3, background: '#b8321f' } })
    .png()
    .toBuffer()
  await choose({ name: 'room.png', mimeType: 'image/png', buffer: picture })
  const alt = panel.getByRole('textbox', { name: words('editor.picture.alt') })
  await expect(alt).toBeFocused()
  await expectAccessible()

  await test.step('one that is left while it is being sent is broken off and not put in, and its file goes', async () => {
    const sent = Promise.withResolvers<void>()
    const letSend = await interfere(page, '**/storage/v1/object/upload/sign/image/**', async (route) => {
      if (route.request().method() === 'PUT') await sent.promise
      await route.continue()
    })
    await alt.press('Enter')
    await expect(panel.getByRole('progressbar')).toBeVisible()
    await expectAccessible()
    const brokenOff = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
    const removed = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().includes('/storage/v1/object/image'),
    )
    await cancel.click()
    await brokenOff
    await removed
    sent.resolve()
    await expect(text.getByRole('img')).toHaveCount(0)
    letSend()
    await choose({ name: 'room.png', mimeType: 'image/png', buffer: picture })
  })
  await alt.fill('아침의 [열람실]')
  await alt.press('Enter')
  const shown = text.getByRole('img', { name: '아침의 열람실' })
  await expect(shown).toBeVisible()
  await page.keyboard.press(`${mod}+End`)
  await page.keyboard.insertText('뒤')

  // It is still there after a reload, and its description can be changed.
  const save = page.getByRole('button', { name: words('writing.save.action'), exact: true })
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(text.locator('tr')).toHaveCount(4)
  await shown.click()
  await page.getByRole('button', { name: words('editor.picture.edit') }).click()
  const again = page
    .getByRole('region', { name: words('editor.picture.edit') })
    .getByRole('textbox', { name: words('editor.picture.alt') })
  await again.fill('열람실')
  await again.press('Enter')
  await expect(text.getByRole('img', { name: '열람실', exact: true })).toHaveJSProperty('naturalWidth', 4)

  // For a blog: pasted in the same order.
  await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
  await page.getByRole('button', { name: words('editor.export.blog.tistory'), exact: true }).click()
  await expect(page.getByText(words('editor.export.copied'))).toBeVisible()
  await page.getByRole('button', { name: words('export.blog.action') }).click()
  await page.evaluate(() => {
    const field = document.createElement('div')
    field.contentEditable = 'true'
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press(`${mod}+v`)
  const pasted = page.locator('#pasted')
  await expect(pasted.locator('img')).toHaveAttribute('alt', '열람실')
  const order = await pasted
    .locator('h2, p, th, td, img')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('alt') ?? element.textContent))
  // The title comes before them, the tags after; two cells of a new column and a new row are empty.
  expect(order.filter(Boolean).slice(1, -1)).toEqual([
    '앞',
    '날',
    '곳',
    '층',
    '토',
    '1층',
    '일',
    '2층',
    '열람실',
    '뒤',
  ])

  // Every visitor with the link sees both.
  const id = new URL(page.url()).searchParams.get('id')
  const [row] = await runSql(
    'update public.tool_use set share_id = gen_random_uuid() where id = $1 returning share_id',
    [id],
  )
  await save.click()
  await expect(save).toBeDisabled()
  await context.clearCookies()
  await open(`/public/write/${String(row?.share_id)}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: '열람실', exact: true })).toHaveJSProperty('naturalWidth', 4)
  await expect(main.locator('th')).toHaveText(['날', '곳', '층'])
  await expectAccessible()
})

/** What a reader of PDF finds in the paper of the print dialog: its text and its fonts. */
async function paperOf(page: Page): Promise<{ text: string; fonts: string[] }> {
  await page.locator('iframe').evaluate((frame) => {
    for (const other of document.body.children) (other as HTMLElement).style.display = 'none'
    frame.style.cssText = 'width: 100%; height: 100vh'
  })
  const bytes = await page.pdf()
  const { text } = await readPdf(new Uint8Array(bytes), 100_000)
  const names = bytes.toString('latin1').matchAll(/\/FontName \/\w+\+(\S+)/g)
  return { text, fonts: [...new Set([...names].map(([, name]) => name!))] }
}

test('T04: a text in a script that our PDFs do not support is printed by the browser, from right to left if needed @ko', async ({
  page,
  words,
  open,
  signUp,
}) => {
  const printed: string[] = []
  const fonts: string[] = []
  const papers: { text: string; fonts: string[] }[] = []
  await page.exposeFunction('onPrint', (html: string, faces: string[]) => {
    printed.push(html)
    fonts.push(...faces)
  })
  await page.addInitScript(() => {
    window.print = () =>
      (globalThis as unknown as { onPrint: (html: string, faces: string[]) => void }).onPrint(
        document.documentElement.outerHTML,
        [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`),
      )
  })
  const name = await signUp()
  const rows = await runSql(
    `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, tags, saved_at)
     select u.id, 'article', 'done', '{}', language, 'demo', title, content, '{}', now()
     from public."user" u, unnest($2::text[], $3::text[], $4::text[]) as x(language, title, content) where u.nickname = $1 returning id`,
    [
      name,
      ['Arabic', 'Hindi'],
      ['المكتبة', 'पुस्तकालय'],
      ['تفتح **المكتبة** في التاسعة.', 'पुस्तकालय नौ बजे खुलता है।'],
    ],
  )
  for (const { id } of rows) {
    await open(`/tool/use?tool=article&id=${String(id)}`)
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
    await page.getByRole('button', { name: words('editor.export.print'), exact: true }).click()
    await expect(page.getByText(words('editor.export.printing'))).toBeVisible()
    papers.push(await paperOf(page))
  }
  expect(printed).toEqual([
    expect.stringMatching(
      /<html lang="ar" dir="rtl">[\s\S]*<h1>المكتبة<\/h1>\s*<p>تفتح <strong>المكتبة<\/strong> في التاسعة\.<\/p>/,
    ),
    expect.stringMatching(/<html lang="hi" dir="ltr">[\s\S]*<h1>पुस्तकालय<\/h1>/),
  ])
  expect(new Set(fonts)).toEqual(new Set(['Print 400 loaded', 'Print 700 loaded']))
  // A PDF has Arabic letters as they are drawn: joined, and the last one first.
  const drawn = (word: string) => [...word].reverse().join('')
  expect(papers[0]!.text.normalize('NFKC')).toContain(drawn('تفتح المكتبة'))
  expect(papers[0]!.fonts).toEqual(
    expect.arrayContaining(['IBMPlexSansArabic-Regular', 'IBMPlexSansArabic-Bold']),
  )
  expect(papers[1]!.text).toBe('पुस्तकालय\nपुस्तकालय नौ बजे खुलता है।')
  expect(papers[1]!.fonts.toSorted()).toEqual(['NotoSansDevanagari-Bold', 'NotoSansDevanagari-Regular'])
})
