// How the server writes its log: one line for each thing, so that whatever collects lines can order and count them.

/** When, and what, with line ends of its own as ` | `. */
export const logLine = (text: string): string =>
  `${new Date().toISOString()} ${text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' | ')}`

/**
 * A failure without what people wrote: errors of model SDKs carry whole requests and answers, database errors carry rows,
 * so only kind, code and place of an error are told, and its sentence where it is one of the language's or our own.
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
