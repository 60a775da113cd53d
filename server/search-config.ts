// Where texts with sources look for them, from the values that config.ts read.
import type { KeywordsConfig, OpenApiConfig } from './config.ts'
import type { ModelsConfig } from './models-config.ts'

export type SearchConfig =
  /** The web search of the provider that writes. */
  | { kind: 'model' }
  | { kind: 'naver'; openApi: OpenApiConfig }
  /** The stand-in for a machine without keys. */
  | { kind: 'sample' }
  | { kind: 'none' }

/**
 * The provider's own search where the model has one, else Naver's. A server of one's own has none.
 * @param asked the variable WEB_SEARCH
 * @throws Error that names what is missing
 */
export function readSearch(
  asked: 'model' | 'naver' | 'off' | undefined,
  { tool }: ModelsConfig,
  keywords: KeywordsConfig | null,
): SearchConfig {
  const hasOwn = tool === 'gpt' || tool === 'gemini' || tool === 'claude'
  if (asked === 'off') return { kind: 'none' }
  if (asked === 'model' && !hasOwn) throw missing(`is model, but ${tool} has no search of its own`)
  if (asked === 'naver' && !keywords) throw missing("is naver, but Naver's keys are missing")
  if (hasOwn && asked !== 'naver') return { kind: 'model' }
  if (keywords) return { kind: 'naver', openApi: keywords.openApi }
  return { kind: tool === 'demo' ? 'sample' : 'none' }
}

const missing = (problem: string) => new Error(`The configuration is not complete:\n  WEB_SEARCH: ${problem}`)
