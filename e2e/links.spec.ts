import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

const read = {
  title: '도서관 이용 안내',
  site: 'library.example.com',
  excerpt: '도서관은 아홉 시에 열고 여섯 시에 닫아요.',
  characters: 1234,
}

test(
  'T16: links are read on a paid plan; each shows its content or its error, and can be left out',
  { tag: '@ko' },
  async ({ page, words, open, signUp, expectAccessible }) => {
    const name = await signUp()
    await open('/tool/use?tool=article')
    const information = page.locator('[name="information"]')
    const write = page.getByRole('button', {
      name: words('tools.form.write', { tokens: 0 }).split('·')[0]!.trim(),
    })
    await page.locator('[name="topic"]').fill('도서관')
    await information.fill('http://192.168.0.1/admin을 봐 주세요.')
    const list = page.getByRole('region', { name: words('forms.link.label') })
    await expect(list).toContainText(words('forms.link.plan'))
    await write.click()
    await expect(page.getByRole('dialog')).toContainText(words('refusals.planRequired.title'))
    await page.keyboard.press('Escape')

    await runSql(
      `update public.user_usage u set plan = 'basic' from public."user" m where m.id = u.id and m.email = $1`,
      [`${name}@example.com`],
    )
    await page.reload()
    await expect(information).toHaveValue(/192\.168/)
    // API tests show the content of public addresses: no test requests the open web.
    await page.route('**/v1/ai/tool/links', async (route) => {
      const { urls } = route.request().postDataJSON() as { urls: string[] }
      if (!urls[0]!.includes('library.example.com')) return route.continue()
      return route.fulfill({ json: { result: [{ url: urls[0], ...read }] } })
    })
    await information.fill('http://192.168.0.1/admin과 https://library.example.com/hours를 봐 주세요.')
    await information.blur()
    await expect(list).toContainText(words('errors.link_refused'))
    await expect(list).toContainText(read.excerpt)
    await expect(list).toContainText(words('forms.link.read', { count: read.characters }))
    await expectAccessible()

    // A link that cannot be read blocks the writing until it is left out. The press reads it again: a link that is left
    // out before that would no longer block this press.
    const readAgain = page.waitForResponse('**/v1/ai/tool/links')
    await write.click()
    await readAgain
    await expect(list.getByRole('alert')).toBeVisible()
    await expect(page.getByText(words('writing.pane.writing'))).toHaveCount(0)
    for (const link of ['192.168.0.1/admin', read.title])
      await list.getByRole('button', { name: words('forms.link.leaveNamed', { name: link }) }).click()
    await expect(list.getByText(words('forms.link.leftOut'))).toHaveCount(2)
    await write.click()
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 30_000 })
    // The text stores which links were left out.
    await page.reload()
    await expect(list.getByText(words('forms.link.leftOut'))).toHaveCount(2)
  },
)
