import { AppError, isErrorCode, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { retryNetwork, retryStatus } from './retry.ts'

/** The product's own calls. Paths are relative to the configured base, for example `/ai/tool/article` (O19). */
export type Api = {
  /** Sends `body` as JSON, or as it is when it is FormData, and reads a JSON answer. @throws AppError */
  json: <Result>(path: string, request?: ApiRequest) => Promise<Result>
  /** The same, but returns the unread response, for streams. @throws AppError when the status is an error */
  open: (path: string, request?: ApiRequest) => Promise<Response>
}

type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /**
   * For paid requests: sent with an Idempotency-Key. Until an answer arrives, the same request is repeated under the
   * same key, also when the member sends it again.
   */
  once?: boolean
}

export type ApiOptions = {
  base: string
  language: Language
  /** The member's access token, or null for a visitor. */
  getAccessToken: () => Promise<string | null>
  fetch?: typeof fetch
}

/** The keys of paid requests whose answer is not known. */
const openKeys = new Map<string, string>()

/** Makes the caller of /v1: bearer token, language, the retry rules of O10, and errors as AppError. */
export function createApi(options: ApiOptions): Api {
  const sendPlainly = options.fetch ?? ((input, init) => fetch(input, init))
  const send = retryStatus(sendPlainly)
  const sendOnce = retryNetwork(sendPlainly)

  async function open(path: string, request: ApiRequest = {}): Promise<Response> {
    const asked = path + JSON.stringify(request.body)
    if (request.once && !openKeys.has(asked)) openKeys.set(asked, crypto.randomUUID())
    const response = await reach(
      request.once ? sendOnce : send,
      options.base + path,
      await asRequestInit(request, options, request.once && openKeys.get(asked)),
    )
    // Under 409 the first request may still be running.
    if (response.status < 500 && response.status !== 409) openKeys.delete(asked)
    if (!response.ok) throw await readError(response)
    return response
  }

  return {
    open,
    async json<Result>(path: string, request?: ApiRequest) {
      const response = await open(path, request)
      return (response.status === 204 ? undefined : await response.json()) as Result
    },
  }
}

async function asRequestInit(
  request: ApiRequest,
  options: ApiOptions,
  key?: string | false,
): Promise<RequestInit> {
  const headers = new Headers(request.headers)
  headers.set('Accept-Language', options.language)
  if (key) headers.set('Idempotency-Key', key)
  const token = await options.getAccessToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const isForm = request.body instanceof FormData
  if (request.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  return {
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
    headers,
    body: isForm
      ? (request.body as FormData)
      : request.body === undefined
        ? null
        : JSON.stringify(request.body),
    signal: request.signal ?? null,
  }
}

/** A failed network is `unavailable`. An abort stays an abort, because the caller requested it. */
async function reach(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new AppError('unavailable', { cause: error })
  }
}

async function readError(response: Response): Promise<AppError> {
  const body = await readErrorBody(response)
  if (!body || !isErrorCode(body.code)) return new AppError(codeOfStatus[response.status] ?? 'try_again')
  return new AppError(body.code, {
    message: body.message,
    ...(body.field === undefined ? {} : { field: body.field }),
    ...(body.detail === undefined ? {} : { detail: body.detail }),
  })
}

/** A proxy in between may answer in HTML; then only the status counts. */
async function readErrorBody(response: Response): Promise<ErrorBody | null> {
  try {
    return (await response.json()) as ErrorBody
  } catch {
    return null
  }
}

const codeOfStatus: Record<number, ErrorCode> = {
  401: 'sign_in_required',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}
