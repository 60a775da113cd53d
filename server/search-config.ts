// The web search for texts with sources, from the values of config.ts.
import type { KeywordsConfig, OpenApiConfig } from './config.ts'
import type { ModelsConfig } from './models-config.ts'

export type SearchConfig =
  /** The web search of the writing provider. */
  | { kind: 'model' }
  | { kind: 'naver'; openApi: OpenApiConfig }
  /** Sample pages for a machine without keys. */
  | { kind: 'sample' }
  | { kind: 'none' }

/**
 * The provider's own search where the model has one, else Naver's. A compatible server has none.
 * @param asked the variable WEB_SEARCH
 * @throws Error that names the missing variable
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
