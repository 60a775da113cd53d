// Videos in texts: chosen, described, seen by readers, refused when no browser could play them.
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'
import { makeText } from './own-texts.ts'

/** A second of a moving square, as the browser itself records it. */
async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 64, height: 48 })
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const isOver = new Promise<void>((resolve) => {
      recorder.onstop = () => resolve()
    })
    recorder.start()
    for (let frame = 0; frame < 25; frame++) {
      context.fillStyle = frame % 2 ? '#b8321f' : '#ffffff'
      context.fillRect(0, 0, 64, 48)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await isOver
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

test('U03, U04, B01: a video is added to a text with its description, is seen by readers, and an unplayable one is refused', async ({
  page,
  browser,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const id = await makeText(name, { title: 'With a video', content: 'Before.' })
  await open(`/tool/use?tool=article&id=${id}`)
  const text = page.getByRole('textbox', { name: words('writing.pane.textLabel') })
  await text.click()
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: words('editor.tool.picture'), exact: true }).click()
    await (await chooser).setFiles(file)
  }
  const panel = page.getByRole('region', { name: words('editor.picture.label') })
  const cancel = panel.getByRole('button', { name: words('editor.picture.cancel') })
  await choose({ name: 'old.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF....AVI ') })
  await expect(panel.getByRole('alert')).toContainText(words('errors.video_not_shown'))
  await cancel.click()

  const video = await recordVideo(page)
  await choose({ name: 'Garden.WEBM', mimeType: 'video/webm', buffer: video })
  await expect(panel.locator('video')).toBeVisible()
  await expectAccessible()
  const alt = panel.getByRole('textbox', { name: words('editor.picture.alt') })
  await alt.fill('A garden in the wind')
  await alt.press('Enter')
  const shown = text.locator('video')
  await expect(shown).toHaveAttribute('aria-label', 'A garden in the wind')
  await expect(shown).toHaveAttribute('src', /\/public\/video\/[0-9a-f]{32}\/I\d{13}\.webm$/)

  await page.keyboard.press('Control+s')
  await expect(page.getByText(words('writing.save.savedNow'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(shown).toHaveJSProperty('videoWidth', 64)
  await test.step('a reader of the shared text sees it', async () => {
    await page.getByRole('button', { name: words('writing.share.action'), exact: true }).click()
    await page.getByRole('button', { name: words('writing.share.set') }).click()
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(await page.getByLabel(words('writing.share.link')).inputValue())
    await expect(visitor.locator('video')).toHaveJSProperty('videoWidth', 64)
    await visitor.context().close()
  })
  const [row] = await runSql(
    `select file_size_limit::int as bytes from storage.buckets where id = 'video' and exists (select from public.tool_use where id = $1 and content like '%/video/%')`,
    [id],
  )
  expect(row?.bytes).toBe(100 * 1024 * 1024)
})
