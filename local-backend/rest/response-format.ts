import { RestError } from './rest-error.ts'

export type ResponseFormat = { isSingle: boolean; stripsNulls: boolean; isCsv: boolean; contentType: string }

/**
 * The format of the header Accept: an array, or one object (`application/vnd.pgrst.object+json`), either with nulls
 * stripped, or lines of CSV. Query plans are never shown. Throws RestError PGRST107 for unsupported media types.
 */
export function chooseFormat(accept: string | undefined): ResponseFormat {
  for (const entry of (accept ?? '*/*').split(',')) {
    const [type = '', ...options] = entry.split(';').map((part) => part.trim().toLowerCase())
    const stripsNulls = options.includes('nulls=stripped')
    const suffix = stripsNulls ? ';nulls=stripped' : ''
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
      return {
        isSingle: true,
        stripsNulls,
        isCsv: false,
        contentType: `application/vnd.pgrst.object+json${suffix}; charset=utf-8`,
      }
    }
    if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array') {
      return {
        isSingle: false,
        stripsNulls,
        isCsv: false,
        contentType: `application/vnd.pgrst.array+json${suffix}; charset=utf-8`,
      }
    }
    if (type === 'text/csv')
      return { isSingle: false, stripsNulls: false, isCsv: true, contentType: 'text/csv; charset=utf-8' }
    if (['application/json', 'application/*', '*/*', ''].includes(type)) {
      return {
        isSingle: false,
        stripsNulls: false,
        isCsv: false,
        contentType: 'application/json; charset=utf-8',
      }
    }
  }
  throw new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${(accept ?? '').slice(0, 200)}`,
  )
}
