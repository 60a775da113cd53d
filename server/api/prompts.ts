// Entrances under /v1/prompt: open to everybody, like the prompts that are shown.
import { Hono } from 'hono'
import { getPromptPicture } from '#server/features/prompts/prompt-picture.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'

export function promptRoutes(parts: Parts): Hono {
  return new Hono().get('/picture/:id', async (c) => {
    const id = c.req.param('id')
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('prompt_not_found')
    const picture = await getPromptPicture(parts.database, Number(id))
    return c.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
    })
  })
}
