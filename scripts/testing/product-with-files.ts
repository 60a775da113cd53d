// The product with its own storage service, and a model that records its input.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { createBackend, loadKeys, type Backend } from 'local-backend'
import { uploadFile } from '#app/session/upload-file.ts'
import { createTokenVerifier } from '#server/adapters/access-tokens.ts'
import { createFileStore, type FileStore } from '#server/adapters/file-store.ts'
import type { Model, ModelCall } from '#server/adapters/models.ts'
import { plainAnswer } from '#server/testing/plain-answers.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { uploadMaxBytes } from '#shared/uploads.ts'
import { signMemberToken } from './member-token.ts'

export type ProductWithFiles = {
  test: TestProduct
  /** The calls of the model. */
  calls: ModelCall[]
  /** The requests to the storage service: method and path. */
  askedOf: string[]
  /** Files whose bytes came into the process that answers requests. */
  readHere: string[]
  /**
   * Settings of tests: whether the model reads PDFs itself, and whether the product knows the files' folder, as with
   * `npm start`.
   */
  settings: { canReadPdf: boolean; isNear: boolean }
  member(options?: { image?: number; token?: number }): Promise<FileWriter>
  close(): Promise<void>
}

type Bytes = Uint8Array<ArrayBuffer>
type FileWriter = {
  id: string
  /** As pages do it. @returns the path */
  store(name: string, data: Bytes): Promise<string>
  picture(data: Bytes): Promise<string>
  /** Stores a file that the page would refuse. */
  storeRaw(path: string, data: Bytes): Promise<void>
  /** Deletes with the token of a page. @returns the deleted paths */
  remove(path: string): Promise<string[]>
  write(files: unknown): Promise<Response>
  document(files: unknown): Promise<Response>
  again(id: number): Promise<Response>
  /** Looks at files, as the page does once they are stored. */
  look(files: unknown): Promise<Response>
  bring(files: unknown): Promise<Response>
  /** Any other call of a tool. */
  post(path: string, body: object): Promise<Response>
}

export async function startProductWithFiles(): Promise<ProductWithFiles> {
  const settings = { canReadPdf: false, isNear: false }
  const calls: ModelCall[] = []
  const askedOf: string[] = []
  const readHere: string[] = []
  const folder = await mkdtemp(join(tmpdir(), 'tool-files-test-'))
  const keys = await loadKeys(join(folder, 'keys.json'))
  let backend: Backend | null = null
  const listener = getRequestListener((request, env) => backend!.app.fetch(request, env))
  const server = createServer((request, response) => {
    askedOf.push(`${request.method} ${request.url?.split('?')[0]}`)
    void listener(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const test = await createTestProduct({
    env: {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      AUTH_ISSUER: `${url}/auth/v1`,
    },
    makeDeps: (config) => {
      const files = createFileStore(config.supabase, async (bucket, path) =>
        settings.isNear ? backend!.findFile(bucket, path) : null,
      )
      const read: FileStore['read'] = (file) => {
        readHere.push(file.path)
        return files.read(file)
      }
      return {
        verifyAccessToken: createTokenVerifier(config.supabase),
        model: recordingModel(settings, calls),
        files: { ...files, read },
      }
    },
  })
  const { authenticatorUrl, authAdminUrl } = test.testDatabase
  backend = await createBackend({
    authenticatorUrl,
    authAdminUrl,
    publicUrl: url,
    redirectAllowList: [],
    keys,
    providers: {},
    developmentIdentityProvider: false,
    storage: { files: { folder: join(folder, 'files') }, fileSizeLimitBytes: uploadMaxBytes },
  })
  const member = async (options?: { image?: number; token?: number }) => {
    const person = await test.member(options)
    const token = await signMemberToken(keys, url, person)
    return fileWriter(test, person.id, token, { url, publishableKey: keys.publishableKey })
  }
  return {
    test,
    calls,
    askedOf,
    readHere,
    settings,
    member,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await test.close()
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Answers each part of an article with the least that passes. */
function recordingModel(settings: { canReadPdf: boolean }, calls: ModelCall[]): Model {
  return {
    name: 'gpt',
    isDemo: false,
    get canReadPdf() {
      return settings.canReadPdf
    },
    async stream(call, onPart) {
      calls.push(call)
      onPart({ type: 'text', delta: plainAnswer(call) })
      onPart({ type: 'end', reason: 'complete', input: 10, output: 10 })
    },
  }
}

function fileWriter(
  test: TestProduct,
  id: string,
  token: string,
  storage: { url: string; publishableKey: string },
): FileWriter {
  const client = createClient(storage.url, storage.publishableKey, { accessToken: async () => token })
  const post = async (path: string, body: object) =>
    test.post(`/v1/ai/tool/${path}`, { ...body, uuid: id }, token)
  return {
    id,
    store: async (name, data) => (await uploadFile(client, 'tool-file', new File([data], name))).path,
    picture: async (data) => (await uploadFile(client, 'image', new File([data], 'a.png'))).path,
    async storeRaw(path, data) {
      const file = new File([data], 'x', { type: 'application/pdf' })
      const { error } = await client.storage.from('document').upload(path, file)
      if (error) throw error
    },
    async remove(path) {
      const { data, error } = await client.storage.from('document').remove([path])
      if (error) throw error
      return data.map(({ name }) => name)
    },
    write: (files) => post('article', { topic: 'Library', tone: 'informal', language: 'English', files }),
    document: (files) =>
      post('document', { topic: 'Library', purpose: 'A report', language: 'English', files }),
    look: (files) => post('files', { files }),
    bring: (files) => post('own/file', { files }),
    post,
    again: (runId) => post(`run/${runId}/again`, { mode: 'regenerate' }),
  }
}
