import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import routes from './routes.ts'

/** R03, as the table of behaviours lists them. */
const pages =
  `/ /my /price /contact /sign/in /sign/block /sign/confirm /sign/complete /sign/referrer /tool/use /tool/list /tool/keyword
  /tool/history /terms/use /terms/privacy /prompt/use /prompt/list /prompt/search /prompt/create /prompt/detail/:id /prompt/modify/:id
  /public/write/:id /notice/list /notice/detail/:id /article/list /article/detail/:id /payment/confirm /payment/error /usage/history`.split(
    /\s+/,
  )

function listPaths(entries: readonly RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? base : `${base}/${entry.path}`
    return entry.children ? listPaths(entry.children, path) : [path]
  })
}

it('R01, R03: all 29 pages are under a language', () => {
  const known = new Set(listPaths(routes as RouteConfigEntry[]))
  const missing = pages.filter((page) => !known.has(page === '/' ? '/:lang' : `/:lang${page}`))
  expect(missing).toEqual([])
  expect(pages).toHaveLength(29)
})

it('B23: the pages of the personal space, and the landing of an invitation', () => {
  const known = new Set(listPaths(routes as RouteConfigEntry[]))
  const wanted = [
    ...['bookmark', 'create', 'usage', 'plan', 'token', 'invite', 'team', 'setting', 'alarm', 'update'].map(
      (name) => `/:lang/my/${name}`,
    ),
    '/:lang/invite/:code',
    '/:lang/sign/consent',
    '/:lang/help',
  ]
  expect(wanted.filter((path) => !known.has(path))).toEqual([])
})
