// An OpenAI-compatible server on 127.0.0.1 whose answers are files. Without a key, a person or another program can
// answer.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Request = {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown }[]
  response_format?: unknown
}

const lookEveryMs = 500
const pieceLength = 40

/**
 * Each request becomes `<model>-NNN.req.txt` in the folder. A file `<model>-NNN.res.txt` there is the answer. Write the
 * answer under another name first, then rename it. NNN continues after existing numbers.
 */
export async function answerByFiles(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Request
      let path: string
      do path = join(folder, `${body.model}-${String(++count).padStart(3, '0')}`)
      while (existsSync(`${path}.req.txt`))
      void answer(path, body, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(path: string, body: Request, response: ServerResponse): Promise<void> {
  writeFileSync(`${path}.tmp`, asText(body))
  renameSync(`${path}.tmp`, `${path}.req.txt`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  while (!existsSync(`${path}.res.txt`)) {
    if (response.destroyed) return
    // A silent connection counts as broken.
    response.write(': waiting\n\n')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  const text = readFileSync(`${path}.res.txt`, 'utf8').replace(/\n$/, '')
  const chunk = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: path, object: 'chat.completion.chunk', created: 1, model: body.model, choices: [{ index: 0, ...choice }], ...more })}\n\n`,
    )
  for (let at = 0; at < text.length; at += pieceLength)
    chunk({ delta: { content: text.slice(at, at + pieceLength) }, finish_reason: null })
  chunk({ delta: {}, finish_reason: 'stop' })
  response.end('data: [DONE]\n\n')
}

function asText({ messages, response_format: format }: Request): string {
  const parts = messages.map(
    ({ role, content }) =>
      `=== ${role} ===\n${typeof content === 'string' ? content : JSON.stringify(content)}`,
  )
  if (format) parts.push(`=== answer ===\nJSON alone that fits: ${JSON.stringify(format)}`)
  return `${parts.join('\n\n')}\n`
}
