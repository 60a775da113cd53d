import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from './journey.ts'

const attack = '<script>alert(1)</script>'
const hostile = [
  ['shape.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${attack}</svg>`],
  ['page.html', 'text/html', `<!doctype html>${attack}`],
  [
    'page.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><body>${attack}</body></html>`,
  ],
  ['feed.xml', 'text/xml', `<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></x>`],
  ['app.js', 'text/javascript', 'alert(1)'],
  [
    'paper.pdf',
    'application/pdf',
    '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
  ],
  ['html.png', 'image/png', `<!doctype html>${attack}`],
  ['html.txt', 'text/plain', `<!doctype html>${attack}`],
  ['polyglot.gif', 'image/gif', 'GIF89a/*\u0001*/=alert(1);'],
] as const

test('B21, security 83: a hostile file opened on our origin runs nothing, sees no cookie and is no script of a page', async ({
  page,
  baseURL,
  open,
}) => {
  const keys = JSON.parse(readFileSync(join(process.env.E2E_DATA_FOLDER ?? '', 'keys.json'), 'utf8')) as {
    secretKey: string
  }
  const { storage } = createClient(baseURL ?? '', keys.secretKey, { auth: { persistSession: false } })
  const bucket = `hostile-${crypto.randomUUID()}`
  expect((await storage.createBucket(bucket, { public: true })).error).toBeNull()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await open('/price')
  for (const [name, contentType, content] of hostile) {
    expect((await storage.from(bucket).upload(name, content, { contentType })).error).toBeNull()
    const url = storage.from(bucket).getPublicUrl(name).data.publicUrl
    const isShown = await page.goto(url).then(
      () => true,
      // A download ends the navigation.
      () => false,
    )
    expect([name, isShown]).toEqual([name, ['html.png', 'html.txt', 'polyglot.gif'].includes(name)])
    if (isShown) expect(await page.evaluate(() => self.origin)).toBe('null')
  }
  await open('/price')
  const address = (name: string) => storage.from(bucket).getPublicUrl(name).data.publicUrl
  const isScript = await page.evaluate(
    (source) =>
      new Promise<boolean>((resolve) => {
        const script = document.createElement('script')
        script.onload = () => resolve(true)
        script.onerror = () => resolve(false)
        script.src = source
        document.head.append(script)
      }),
    address('polyglot.gif'),
  )
  expect(isScript).toBe(false)
  // The image itself is still an image in a page.
  const isPicture = await page.evaluate(
    (source) =>
      new Promise<boolean>((resolve) => {
        const picture = new Image()
        picture.onload = () => resolve(true)
        picture.onerror = () => resolve(false)
        picture.src = source
      }),
    address('shape.svg'),
  )
  expect(isPicture).toBe(true)
  expect(dialogs).toEqual([])
})
