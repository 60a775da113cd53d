import type { Page } from '@playwright/test'
import { expect, interfere, test } from './journey.ts'
import { makePrompt } from './own-prompts.ts'
import { makeText } from './own-texts.ts'
import { publicPages } from './public-pages.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Whether the page is hydrated; the switch that shows it is in the menu here. */
const isHydrated = (page: Page) =>
  expect(page.getByRole('banner').locator('[aria-pressed="true"]').first()).toBeAttached()

/** Touch targets smaller than 44 pixels, and fields whose font size makes Safari zoom the page. */
const findTooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element, fault: string) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}" ${element.className}: ${fault}`
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getClientRects().length > 0 &&
      !element.matches('.spoken-only, .spoken-only *')
    const targets = [...document.querySelectorAll('button, summary, select, [role="button"]')].filter(isShown)
    const fields = [...document.querySelectorAll('input, textarea, select')].filter(
      (field) =>
        isShown(field) && !field.matches('[type="checkbox"], [type="radio"], [type="file"], [hidden]'),
    )
    return [
      ...targets.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        const isSmall = height < 43.5 || width < 43.5
        return isSmall ? [describe(target, `${Math.round(width)} x ${Math.round(height)}`)] : []
      }),
      ...fields.flatMap((field) => {
        const size = parseFloat(getComputedStyle(field).fontSize)
        return size < 16 ? [describe(field, `letters of ${size}`)] : []
      }),
    ]
  })

test('R29, T02: on a phone buttons fit a finger, fields do not zoom the page, and writing stays above the keyboard @ko', async ({
  page,
  words,
  open,
  signUp,
  expectAccessible,
}) => {
  const name = await signUp()
  const text = await makeText(name, {
    title: '제목',
    titles: ['제목', '다른 제목'],
    outline: ['첫째', '둘째'],
    content: '## 첫째\n\n하나.\n\n## 둘째\n\n둘.',
    tags: ['도서관'],
  })
  const prompt = await makePrompt(name, { title: '소개문', prompt: '##이름##의 소개', isShow: false })
  for (const path of [
    '',
    `/tool/use?tool=article&id=${text}`,
    '/tool/use?tool=business-plan',
    '/tool/keyword',
    '/tool/history',
    '/my/alarm',
    '/prompt/list',
    `/prompt/use?id=${prompt}`,
    '/prompt/create',
  ]) {
    await open(path)
    await isHydrated(page)
    if (path.includes('id=') && path.startsWith('/tool'))
      await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
    expect.soft(await findTooSmall(page), path).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} scrolls sideways`)
      .toBeLessThanOrEqual(390)
  }

  await test.step('a text that is opened stands above what it was written from', async () => {
    await open(`/tool/use?tool=article&id=${text}`)
    await expect(page.getByText('하나.')).toBeInViewport()
    await expect(page.locator('textarea[name="topic"]')).not.toBeInViewport()
  })

  await test.step('on the narrowest screen no menu reaches over its edge, and no list scrolls sideways', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByRole('button', { name: words('editor.export.action'), exact: true }).click()
    await expect(page.getByRole('button', { name: words('editor.export.kind.docx') })).toBeInViewport({
      ratio: 1,
    })
    for (const path of ['/tool/list', '/prompt/list', '/price']) {
      await open(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    }
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('a prompt is run from wherever its form stands', async () => {
    const fields = Array.from({ length: 12 }, (_, index) => `##칸 ${index}##`).join(' ')
    const long = await makePrompt(name, { title: '칸이 많은 것', prompt: fields, isShow: false })
    await open(`/prompt/use?id=${long}`)
    await isHydrated(page)
    const run = page.locator('form button[type="submit"]').first()
    await expect(run).toBeInViewport({ ratio: 1 })
    const last = page.getByLabel('칸 11', { exact: true })
    await last.focus()
    await expect(run).toBeInViewport({ ratio: 1 })
    const [field, button] = [await last.boundingBox(), await run.boundingBox()]
    expect(field!.y + field!.height).toBeLessThanOrEqual(button!.y)
  })

  await test.step('the keyboard of a browser that lays itself over the page', async () => {
    await open('/tool/use?tool=article')
    await isHydrated(page)
    const write = page.locator('form button[type="submit"]').first()
    await expect(page.locator('meta[name="viewport"]')).toHaveAttribute(
      'content',
      /interactive-widget=resizes-content/,
    )
    await page.locator('textarea[name="topic"]').focus()
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => 420 })
          visualViewport!.dispatchEvent(new Event('resize'))
        })
        const box = await write.boundingBox()
        return box!.y + box!.height
      })
      .toBeLessThanOrEqual(420)
    await expectAccessible()
  })
})

// In English, because a machine for tests may have no letters of Korean but those of the font.
test('on a phone the width of words moves nothing: rows have the same positions before the font has loaded @en', async ({
  page,
  open,
  words,
}) => {
  const placeOf = async () => {
    const field = await page.getByRole('textbox', { name: words('contact.email') }).boundingBox()
    const links = await page.getByRole('link', { name: words('site.footer.privacy') }).boundingBox()
    const first = await page.getByRole('link', { name: words('site.footer.articles') }).boundingBox()
    return [field!.y, links!.y - first!.y]
  }
  const letThrough = await interfere(page, '**/*.woff2', (route) => route.abort())
  await open('/contact')
  const before = await placeOf()
  letThrough()
  await page.reload()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(0)
  expect(await placeOf()).toEqual(before)
})

test('nothing on a public page moves when the font arrives after the text @en', async ({
  page,
  language,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
  for (const path of [...publicPages, '/prompt/detail/1', '/tool/use?tool=article&example=1']) {
    const held = Promise.withResolvers<void>()
    const letThrough = await interfere(page, '**/*.woff2', async (route) => {
      await held.promise
      await route.continue()
    })
    // The page is complete only with its fonts.
    await page.goto(`/${language}${path}`, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(
      () => (window as Window & { earlyInput?: { isOver: boolean } }).earlyInput?.isOver,
    )
    letThrough()
    held.resolve()
    await page.evaluate(() => document.fonts.ready)
    // The observer hears of a shift after the frame in which it happened.
    const shifts = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve((window as unknown as { shifts: number[] }).shifts)),
          ),
        ),
    )
    expect(
      shifts.reduce((sum, shift) => sum + shift, 0),
      path,
    ).toBeLessThan(0.02)
  }
})
