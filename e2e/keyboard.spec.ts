// Nothing but the keyboard: no pointer touches these pages.
import { watchLostFocus } from './lost-focus.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'

let lostFocus: readonly string[]
test.beforeEach(async ({ page }) => {
  lostFocus = await watchLostFocus(page)
})
test.afterEach(() => expect(lostFocus, 'focus that fell to the body').toEqual([]))

const tabsMax = 150

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < tabsMax; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} is not reached by ${key}.`)
}

test('R38, R33: the keyboard alone leads from home to a saved text and back', async ({
  page,
  language,
  words,
  open,
  signUp,
  expectLoaded,
}) => {
  await signUp()
  await open('')
  await expectLoaded()
  const banner = page.getByRole('banner')
  const heading = page.getByRole('heading', { level: 1 })
  await tabTo(
    page,
    banner
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: words('site.nav.tools') }),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL(/tool\/list/)
  await expect(heading).toBeFocused()
  await tabTo(page, page.getByRole('main').locator('a[href*="tool=article"]').first())
  await page.keyboard.press('Enter')
  await page.waitForURL(/tool\/use/)
  await expect(heading).toBeFocused()

  await tabTo(page, page.locator('textarea[name="topic"]'))
  await page.keyboard.type('library')
  await tabTo(page, page.locator('button[type="submit"]').first())
  await page.keyboard.press('Enter')
  const toolbar = page.getByRole('toolbar', { name: words('writing.editor.toolbar') })
  await expect(toolbar).toBeVisible()

  await test.step('the toolbar is one stop, its buttons are reached by arrow keys', async () => {
    const undo = toolbar.getByRole('button', { name: words('writing.editor.undo') })
    await tabTo(page, undo)
    await page.keyboard.press('ArrowRight')
    await expect(toolbar.getByRole('button', { name: words('writing.editor.redo') })).toBeFocused()
    await page.keyboard.press('End')
    await expect(toolbar.getByRole('button', { name: words('editor.focus.name') })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(undo).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await expect(undo).toBeFocused()
  })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: words('writing.pane.textLabel') })).toBeFocused()
  await page.keyboard.type('Typed ')
  await expect(toolbar).toContainText(words('writing.save.editing'))
  await page.keyboard.press('Control+s')
  await expect(toolbar).toContainText(words('writing.save.savedNow'))

  await tabTo(page, banner.getByRole('link', { name: words('site.home') }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/${language}`)
  await expect(heading).toBeFocused()
})

test('R37: a sticky bar at the foot of the screen does not cover the focused element', async ({
  page,
  open,
  signUp,
  expectLoaded,
}) => {
  await signUp()
  await page.setViewportSize({ width: 390, height: 700 })
  for (const path of ['/prompt/create', '/tool/use?tool=article']) {
    await open(path)
    await expectLoaded()
    await page.getByRole('heading', { level: 1 }).first().click()
    for (let count = 0; count < 40; count++) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const { activeElement: element } = document
        const bar = document.querySelector('[data-action-bar]')
        if (!element || !bar || bar.contains(element) || !element.closest('main')) return null
        const { top, bottom } = element.getBoundingClientRect()
        const bars = [document.querySelector('header')!, bar].map((each) => each.getBoundingClientRect())
        const isHidden = bars.some((edge) => top >= edge.top && bottom <= edge.bottom)
        return isHidden ? element.outerHTML.slice(0, 120) : null
      })
      expect(hidden, path).toBeNull()
    }
  }
})
