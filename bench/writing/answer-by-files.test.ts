import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createToolModel } from '#server/adapters/models.ts'
import { answerByFiles } from './answer-by-files.ts'
import { askModel } from './ask-model.ts'

it('a model without a key gets its request and gives its answer by files, whole and in its own name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  const answers = await answerByFiles(folder)
  const { models } = readConfig({
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_PUBLISHABLE_KEY: 'x',
    SUPABASE_SECRET_KEY: 'x',
    DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
    COMPATIBLE_BASE_URL: answers.url,
    COMPATIBLE_MODEL: 'judge-1',
  })
  const asked = askModel(createToolModel(models), {
    instructions: 'Be short.',
    prompt: 'What opens at nine?',
  })
  await new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      if (!readdirSync(folder).includes('judge-1-001.req.txt')) return
      watcher.close()
      resolve()
    })
  })
  const request = readFileSync(join(folder, 'judge-1-001.req.txt'), 'utf8')
  expect(request).toContain('Be short.')
  expect(request).toContain('What opens at nine?')
  const text = `도서관. ${'The library, of course. '.repeat(10)}`.trim()
  writeFileSync(join(folder, 'judge-1-001.res.txt'), `${text}\n`)
  expect((await asked).text).toBe(text)
  await answers.close()
  rmSync(folder, { recursive: true })
})
