/**
 * Writes a failure to the log without what people wrote: errors of model SDKs carry whole requests and answers, database errors carry rows,
 * so only kind, code and place of an error are told, and its sentence where it is one of the language's or our own.
 */
export function logFailure(where: string, error: unknown): void {
  if (!(error instanceof Error)) return console.error(`${where}: ${typeof error}`)
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const facts = [code, statusCode]
    .filter((fact) => typeof fact === 'string' || typeof fact === 'number')
    .join(' ')
  const isForeign =
    error.name.startsWith('AI_') ||
    error.name === 'ZodError' ||
    error.name === '$ZodError' ||
    (typeof code === 'string' && code.startsWith('22'))
  const what = `${where}: ${error.name}${facts ? ` ${facts}` : ''}`
  if (isForeign) return console.error(what)
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  console.error([`${what} ${error.message}`, ...frames.slice(0, 8)].join('\n'))
}
