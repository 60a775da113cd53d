import { expect, test, uniqueName } from './journey.ts'
import { makePrompts } from './own-prompts.ts'

test('a visitor reaches tools, pages and prompts by keyboard, and sees the list of keys', async ({
  page,
  open,
  words,
  language,
  expectAccessible,
  expectLoaded,
}) => {
  const name = uniqueName()
  const [id] = await makePrompts(name, 1)
  await open('/price')
  const palette = page.getByRole('dialog', { name: words('palette.title') })
  const field = palette.getByRole('combobox', { name: words('palette.label') })
  // Its code loads after the page.
  await expectLoaded()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(palette.getByRole('option', { name: words('site.nav.price') })).toBeVisible()
  await expect(palette.getByRole('option', { name: words('palette.plan') })).toHaveCount(0)
  await expectAccessible()
  await field.fill(language === 'ko' ? 'ㅈㄱㅅㄱㅅ' : 'COVER l')
  await expect(palette.getByRole('option').first()).toHaveText(words('tools.name.cover-letter'))
  await field.press('Enter')
  await expect(page).toHaveURL(`/${language}/tool/use?tool=cover-letter`)
  await expect(palette).toHaveCount(0)

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+k')
  await field.fill(name)
  const selected = palette.getByRole('option', { selected: true })
  await expect(selected).toHaveText(words('palette.allPrompts', { keyword: name }))
  await expect(palette.getByRole('option', { name: `${name} 1` })).toBeVisible()
  await field.press('ArrowUp')
  await expect(selected).toHaveText(`${name} 1`)
  await field.press('Enter')
  await expect(page).toHaveURL(`/${language}/prompt/detail/${id}`)

  // Users without a keyboard find it in the header, on a phone in its menu.
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('site.nav.find') })
    .click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: words('site.nav.open') }).click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('site.nav.find') })
    .click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  const keys = page.getByRole('dialog', { name: words('palette.keys.title') })
  await expect(keys.getByText(words('palette.keys.link'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('site.nav.prompts') })
    .click()
  const search = page.getByRole('main').getByRole('searchbox')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('a/b?')
  await expect(search).toHaveValue('a/b?')
})
