import { readFile } from 'node:fs/promises'
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { makePdf } from '#server/testing/make-pdf.ts'
import { expect, test } from './journey.ts'

const documentOf = () =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: '도서관 안내', heading: HeadingLevel.TITLE }),
            new Paragraph({ text: '여는 시간', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({
              children: [
                new TextRun('하나는 '),
                new TextRun({ text: '둘', bold: true }),
                new TextRun('이다'),
              ],
            }),
            new Paragraph({ text: '월요일에는 쉬어요', bullet: { level: 0 } }),
          ],
        },
      ],
    }),
  )

test('a member brings a Word document, edits it by a command, exports it, brings the export back, and brings a PDF, a dropped file and a link', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await signUp()
  const bring = page.getByRole('button', { name: words('history.own.title'), exact: true })
  const dialog = page.getByRole('dialog')
  const go = dialog.getByRole('button', { name: words('history.own.bring'), exact: true })
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  const title = page.getByRole('textbox', { name: words('writing.pane.titleLabel') })
  const bringFile = async (name: string, buffer: Buffer) => {
    await open('/tool/history')
    await bring.click()
    await dialog.getByText(words('history.own.ways.file'), { exact: true }).click()
    await dialog.getByLabel(words('history.own.file'), { exact: true }).last().setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer,
    })
    await go.click()
  }

  await test.step('an empty answer is named at its field, and Escape gives the focus back', async () => {
    await open('/tool/history')
    await bring.click()
    await expect(dialog).toBeVisible()
    await expectAccessible()
    await go.click()
    await expect(dialog.getByText(words('history.own.noText'))).toBeVisible()
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await dialog.getByRole('textbox').press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(bring).toBeFocused()
  })

  await test.step('a document that cannot be read stays in the dialog with its reason', async () => {
    await bringFile('a.docx', Buffer.from('PK\x03\x04 no archive'))
    await expect(dialog.getByRole('alert')).toHaveText(words('errors.file_unreadable'))
  })

  await test.step('the document becomes a text without a form, with its headings, lists and emphasis', async () => {
    await bringFile('안내.docx', await documentOf())
    await page.waitForURL(/tool=own&id=\d+/)
    await expect(title).toHaveValue('도서관 안내')
    await expect(text.locator('h2')).toHaveText('여는 시간')
    await expect(text.locator('strong')).toHaveText('둘')
    await expect(text.locator('li')).toHaveText('월요일에는 쉬어요')
    await expect(page.getByText(words('writing.pane.ownNote'))).toBeVisible()
    await expectAccessible()
  })

  await test.step('it has a search score for keywords that are typed below it', async () => {
    await page.getByText(words('score.title')).click()
    await page.getByRole('textbox', { name: words('score.keywords') }).fill('도서관')
    const group = page.getByRole('group').filter({ hasText: words('score.title') })
    await expect(group).toContainText(words('score.points', { points: '' }).trim())
    await expect(group.getByRole('listitem').filter({ hasText: words('score.checks.title') })).toContainText(
      words('score.met'),
    )
    await expect(group.getByText(words('score.checks.tags'))).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('textbox', { name: words('score.keywords') })).toHaveValue('도서관')
  })

  await test.step('a command changes it', async () => {
    await text.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page
      .getByRole('toolbar', { name: words('editor.edit.label') })
      .getByRole('button', { name: words('editor.edit.command.text-fix') })
      .click()
    await page
      .getByRole('region', { name: words('editor.edit.offer', { command: '' }).trim() })
      .getByRole('button', { name: words('editor.edit.take'), exact: true })
      .click()
    await expect(text.locator('p').first()).toHaveText('하나는 둘이다.')
  })

  for (const kind of ['docx', 'hwpx'] as const)
    await test.step(`exported as ${kind} it comes back`, async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
      await page.getByRole('button', { name: words(`editor.export.kind.${kind}`), exact: true }).click()
      const address = page.url()
      await bringFile(`b.${kind}`, await readFile(await (await download).path()))
      await page.waitForURL((url) => url.href !== address && url.search.includes('tool=own'))
      await expect(title).toHaveValue('도서관 안내')
      await expect(text.locator('h2')).toHaveText('여는 시간')
      await expect(text.locator('li')).toHaveText('월요일에는 쉬어요')
      await expect(text.locator('p').first()).toHaveText('하나는 둘이다.')
    })

  await test.step('the first heading of a Markdown file is its title, and not in the text', async () => {
    await bringFile('notes.md', Buffer.from('# 도서관 안내문\n\n아홉 시에 열어요.\n\n## 여는 시간\n'))
    await expect(title).toHaveValue('도서관 안내문')
    await expect(text.locator('h2')).toHaveText('여는 시간')
    await expect(text.locator('h1')).toHaveCount(0)
  })

  await test.step('a PDF and a dropped file become texts', async () => {
    await bringFile('hours.pdf', Buffer.from(makePdf(['The library opens at nine.'])))
    await expect(text).toContainText('The library opens at nine.')
    await open('/tool/history')
    await bring.click()
    await dialog.getByText(words('history.own.ways.file'), { exact: true }).click()
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['It is closed on Mondays.'], 'dropped.txt', { type: 'text/plain' }))
      return data
    })
    await dialog.locator('input[name="file"]').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(dialog.getByText('dropped.txt')).toBeVisible()
    await go.click()
    await expect(text).toHaveText('It is closed on Mondays.')
  })

  await test.step('a link becomes a text, and a refused one stays at its field; without a paid plan the dialog says so first', async () => {
    // API tests show the content of public addresses: no test requests the open web.
    await page.route('**/v1/ai/tool/own/link', async (route) => {
      const { urls } = route.request().postDataJSON() as { urls: string[] }
      if (!urls[0]!.includes('library.example.com')) return route.continue()
      return route.fulfill({ json: { result: { title: 'Opening times', text: 'We open at nine.' } } })
    })
    await open('/tool/history')
    await bring.click()
    await dialog.getByText(words('history.own.ways.link'), { exact: true }).click()
    const field = dialog.getByRole('textbox', { name: words('history.own.link') })
    await expect(dialog).toContainText(words('history.own.linkPlan'))
    await expect(dialog.getByRole('link', { name: words('tools.plans') })).toBeVisible()
    await expectAccessible()
    await go.click()
    await expect(dialog).toContainText(words('history.own.noLink'))
    await field.fill('http://192.168.0.1/admin')
    await go.click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await field.fill('https://library.example.com/hours')
    await go.click()
    await expect(title).toHaveValue('Opening times')
    await expect(text).toHaveText('We open at nine.')
  })

  await test.step('pasted text and an empty text are own texts too, found by their kind', async () => {
    await open('/tool/history')
    await bring.click()
    await dialog.getByRole('textbox').fill('첫 줄\n둘째 줄')
    await go.click()
    await expect(text.locator('p')).toHaveText(['첫 줄', '둘째 줄'])
    await open('/tool/history')
    await bring.click()
    await dialog.getByText(words('history.own.ways.blank'), { exact: true }).click()
    await dialog.getByRole('button', { name: words('history.own.begin') }).click()
    await page.waitForURL(/tool=own/)
    await expect(text).toHaveText('')
    await open('/tool/history?tool=own')
    await expect(page.getByText(words('history.found', { count: 9 }))).toBeVisible()
  })
})
