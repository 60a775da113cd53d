import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import type { Locator } from '@playwright/test'
import { readHwpx } from '#server/adapters/reading/read-hwpx.ts'
import { readPdf } from '#server/adapters/reading/read-pdf.ts'
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

const mod = process.platform === 'darwin' ? 'Meta' : 'Control'

test('a text is copied for a blog with a note about it once, and a PDF has all its letters or names those that are missing', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const printed: string[] = []
  await page.exposeFunction('notePrint', (html: string) => printed.push(html))
  await page.addInitScript(() => {
    window.print = () =>
      (window as unknown as { notePrint: (html: string) => void }).notePrint(
        document.documentElement.outerHTML,
      )
  })
  const nickname = await signUp()
  const content =
    '## 차림표\n\n漢字와 日本語, ①번 ㎡ ★ 😀\n\n| 구분 | 금액 |\n| --- | --- |\n| 재료비 | 1,200원 |\n\n- 하나'
  const id = await makeText(nickname, { title: '가을 漢字', content, tags: ['가을'] })
  await open(`/tool/use?tool=article&id=${id}`)
  const exporting = page.getByRole('button', { name: words('editor.export.action'), exact: true })
  const choice = (name: string) =>
    page.getByRole('button', { name: words(`editor.export.${name}`), exact: true })

  await test.step('the first copy for a blog explains what to do there, and the blog is the first in the menu from then on', async () => {
    await exporting.click()
    await expectAccessible()
    await choice('blog.brunch').click()
    const note = page.getByRole('dialog', { name: words('export.blog.brunch.title') })
    await expect(note).toBeVisible()
    await expectAccessible()
    await note.getByRole('button', { name: words('export.blog.action') }).click()
    await expect(note).toBeHidden()
    await expect(exporting).toBeFocused()
    await exporting.click()
    const group = page.getByRole('list', { name: words('editor.export.blog.label') })
    await expect(group.getByRole('button').first()).toHaveText(words('editor.export.blog.brunch'))
    await choice('blog.brunch').click()
    await expect(page.getByText(words('editor.export.copied')).first()).toBeVisible()
    await expect(note).toBeHidden()
    const plain = await page.evaluate(() => navigator.clipboard.readText())
    expect(plain.replace(/\r/g, '')).toBe(
      '가을 漢字\n\n차림표\n\n漢字와 日本語, ①번 ㎡ ★ 😀\n\n구분 | 금액\n재료비 | 1,200원\n\n• 하나\n\n#가을',
    )
  })

  await test.step('each other blog has a note of its own, once', async () => {
    for (const blog of ['naver', 'wordpress']) {
      const note = page.getByRole('dialog', { name: words(`export.blog.${blog}.title`) })
      await exporting.click()
      await choice(`blog.${blog}`).click()
      await expect(note).toContainText(words(`export.blog.${blog}.look`))
      await note.getByRole('button', { name: words('export.blog.action') }).click()
      await exporting.click()
      await choice(`blog.${blog}`).click()
      await expect(exporting).toBeFocused()
      await expect(note).toBeHidden()
    }
  })

  await test.step('Hanja, Japanese, signs and emoji are in the PDF', async () => {
    const download = page.waitForEvent('download')
    await exporting.click()
    await choice('kind.pdf').click()
    const { text } = await readPdf(new Uint8Array(await readFile(await (await download).path())), 100_000)
    for (const part of ['가을 漢字', '漢字와 日本語, ①번 ㎡ ★ 😀', '재료비', '1 / 1'])
      expect(text).toContain(part)
  })

  await test.step('our own reader finds all of the text in the Hangul document', async () => {
    const download = page.waitForEvent('download')
    await exporting.click()
    await choice('kind.hwpx').click()
    expect(readHwpx(await readFile(await (await download).path()))).toEqual({
      title: '가을 漢字',
      // As Markdown that is no heading.
      text: `${content}\n\n\\#가을`,
    })
  })

  await test.step('letters that no font has are named, and the text can be printed or made without them', async () => {
    const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
    await text.click()
    await page.keyboard.press(`${mod}+End`)
    await page.keyboard.insertText(' ไทย')
    await exporting.click()
    await choice('kind.pdf').click()
    const warning = page.getByRole('dialog', { name: words('export.missing.title') })
    await expect(warning).toContainText('ไ ท ย')
    await expectAccessible()
    await warning.getByRole('button', { name: words('export.missing.print') }).click()
    await expect(warning).toBeHidden()
    await expect.poll(() => printed.length).toBe(1)
    expect(printed[0]).toContain('ไทย')
    const download = page.waitForEvent('download')
    await exporting.click()
    await choice('kind.pdf').click()
    await warning.getByRole('button', { name: words('export.missing.action') }).click()
    const { text: found } = await readPdf(
      new Uint8Array(await readFile(await (await download).path())),
      100_000,
    )
    expect(found).toContain('???')
  })
})

test('an answer of a cover letter is copied alone, with its length on the button', async ({
  page,
  context,
  words,
  open,
  signUp,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const nickname = await signUp()
  const id = await makeText(nickname, {
    tool: 'cover-letter',
    title: '지원서',
    content: '## 지원 동기\n\n**책**을 좋아해요.\n\n## 성장\n\n둘',
  })
  await open(`/tool/use?tool=cover-letter&id=${id}`)
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  const unit = words('forms.unit.characters')
  await page
    .getByRole('button', { name: words('forms.coverLetter.copyOf', { number: 1, length: 8, unit }) })
    .click()
  await expect(page.getByText(words('writing.save.copied')).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('책을 좋아해요.')
})

test('a text with open blanks leaves by no button without a question, and the button has the focus again afterwards', async ({
  page,
  context,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const nickname = await signUp()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const openText = async (tool: string, title: string, content: string) => {
    const id = await makeText(nickname, { tool, title, content })
    await open(`/tool/use?tool=${tool}&id=${id}`)
    await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  }
  const button = (key: string, values = {}) =>
    page.getByRole('button', { name: words(key, values), exact: true })
  const question = page.getByRole('dialog', { name: words('editor.export.open.title', { count: 1 }) })
  /** Presses it, goes back, presses it again and goes on. */
  const insist = async (pressed: Locator) => {
    await pressed.click()
    await expect(question.getByRole('listitem')).toHaveCount(1)
    await question.getByRole('button', { name: words('editor.export.open.back') }).click()
    await expect(question).toBeHidden()
    await expect(pressed).toBeFocused()
    await pressed.click()
    await question.getByRole('button', { name: words('editor.export.open.action') }).click()
    await expect(question).toBeHidden()
    await expect(pressed).toBeFocused()
  }

  await test.step('an answer of a cover letter, and only the one with the blank', async () => {
    await openText('cover-letter', '지원서', '## 동기\n\n[예: 3개월] 했어요.\n\n## 성장\n\n둘이에요.')
    const unit = words('forms.unit.characters')
    const copyOf = (number: number, length: number) =>
      button('forms.coverLetter.copyOf', { number, length, unit })
    await insist(copyOf(1, 13))
    await expect.poll(copied).toBe('[예: 3개월] 했어요.')
    await copyOf(2, 5).click()
    await expect.poll(copied).toBe('둘이에요.')
    await expect(question).toBeHidden()
  })

  await test.step('the subject and the body of an e-mail, and the mail program', async () => {
    await openText('email', '[문의] 대관', '안녕하세요.')
    await button('forms.email.copySubject').click()
    await expect.poll(copied).toBe('[문의] 대관')
    await openText('email', 'To [Name]', 'We meet at [place].')
    await insist(button('forms.email.copySubject'))
    await expect.poll(copied).toBe('To [Name]')
    await insist(button('forms.email.copyBody'))
    await expect.poll(copied).toBe('We meet at [place].')
    const mail = page.getByRole('link', { name: words('forms.email.open') })
    await mail.click()
    const both = page.getByRole('dialog', { name: words('editor.export.open.title', { count: 2 }) })
    await expect(both.getByRole('listitem')).toHaveText(['Name', 'place'])
    await both.getByRole('button', { name: words('editor.export.open.back') }).click()
    await expect(mail).toBeFocused()
  })

  await test.step('the caption of a feed, and its slides as pictures', async () => {
    await openText('instagram-feed', '가을', '## 가을\n\n길이에요.\n\n---\n\n[장소]에서 만나요.')
    await insist(button('forms.instagramFeed.copyCaption'))
    await expect.poll(copied).toBe('[장소]에서 만나요.')
    const download = page.waitForEvent('download')
    await insist(button('export.cards.action'))
    await download
  })

  await test.step('the link to a text, once: its copy asks no second time', async () => {
    await button('writing.share.action').click()
    const sharing = page.getByRole('dialog', { name: words('writing.share.title') })
    await sharing.getByRole('button', { name: words('writing.share.set') }).click()
    await expect(question).toBeVisible()
    await expectAccessible()
    await question.getByRole('button', { name: words('editor.export.open.back') }).click()
    await expect(sharing.getByRole('button', { name: words('writing.share.set') })).toBeFocused()
    await sharing.getByRole('button', { name: words('writing.share.set') }).click()
    await question.getByRole('button', { name: words('editor.export.open.action') }).click()
    await sharing.getByRole('button', { name: words('writing.share.copy') }).click()
    await expect.poll(copied).toContain('/public/write/')
    await expect(question).toBeHidden()
  })
})

test('the slides of a feed are downloaded as pictures of their words, with the caption, in every script', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const content = [
    '## 가을 길\n\n걷기 좋은 날이에요.',
    `## 日本語 العربية हिन्दी 😀\n\n${'길게 쓴 문장은 작은 글씨로 들어가요. '.repeat(20)}`,
    '---\n\n**오늘**의 길',
  ].join('\n\n')
  const id = await makeText(await signUp(), {
    tool: 'instagram-feed',
    title: '가을',
    content,
    tags: ['가을'],
  })
  await open(`/tool/use?tool=instagram-feed&id=${id}`)
  await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
  await page.getByRole('combobox', { name: words('export.cards.look') }).selectOption('dark')
  await expectAccessible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: words('export.cards.action') }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('가을.zip')
  const parts = unzipSync(new Uint8Array(await readFile(await file.path())))
  expect(Object.keys(parts)).toEqual(['01.png', '02.png', 'caption.txt'])
  expect(new TextDecoder().decode(parts['caption.txt'])).toBe('오늘의 길\n\n#가을\n')
  for (const name of ['01.png', '02.png']) {
    const picture = sharp(parts[name])
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1080, height: 1350 })
    // Light letters on dark paper, in the middle of the picture.
    const { channels } = await picture.extract({ left: 88, top: 500, width: 904, height: 400 }).stats()
    expect(channels[0]!.min).toBeLessThan(40)
    expect(channels[0]!.max).toBeGreaterThan(200)
  }
})
