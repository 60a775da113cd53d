// The format of the server's log: one line per event, so that log collectors can order and count them.

/**
 * The time and the text, with its own line ends as `
 * `.
 */
export const logLine = (text: string): string =>
  `${new Date().toISOString()} ${text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' | ')}`

/**
 * Describes a failure without members' text. Errors of model SDKs contain whole requests and responses, and database
 * errors contain rows. So only kind, code and position of an error are logged, and its message when it is one of the
 * language's or our own.
 */
export function describeFailure(where: string, error: unknown): string {
  if (!(error instanceof Error)) return `${where}: ${typeof error}`
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
  if (isForeign) return what
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return [`${what} ${error.message}`, ...frames.slice(0, 8)].join('\n')
}
