// One request to a Naver service: a fixed host, a JSON response, catalogue errors.
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

const deadlineMs = 10_000
const answerMax = 5_000_000

/**
 * @param answer the schema of a good response
 * @throws AppError keyword_unavailable, also when Naver limits the rate (429)
 */
export async function askNaver<Answer>(
  url: URL,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: unknown },
  answer: z.ZodType<Answer>,
): Promise<Answer> {
  const { method, headers, body } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await response.text()
    if (!response.ok || text.length > answerMax) throw describe(response, text)
    return answer.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('keyword_unavailable', { cause: error })
  }
}

/** For the log. Neither service repeats valid keys or signatures. */
const describe = ({ status, url }: Response, text: string): Error =>
  new Error(`${new URL(url).pathname} answered ${status}: ${text.slice(0, 300)}`)
