import type { ProcessorName } from '#shared/processors.ts'
import type { Config } from './config.ts'
import type { ProviderConfig } from './models-config.ts'

/** The companies that receive personal data in this configuration, for the privacy policy. */
export function listProcessors({ models, keywords, search, cards, mail }: Config): ProcessorName[] {
  const used: [ProcessorName, boolean][] = [
    ['openai', isOwn(models.gpt)],
    ['google', isOwn(models.gemini)],
    ['anthropic', isOwn(models.claude)],
    [
      'compatible',
      models.compatible !== null || [models.gpt, models.gemini, models.claude].some(isElsewhere),
    ],
    ['naver', keywords !== null || search.kind === 'naver'],
    ['toss', cards.kind === 'toss'],
    ['mail', mail.kind === 'smtp'],
    ['hosting', true],
  ]
  return used.flatMap(([name, isUsed]) => (isUsed ? [name] : []))
}

const isOwn = (provider: ProviderConfig | null): boolean => provider !== null && !provider.baseUrl
/** At another URL the provider's name is only a protocol: data goes there, not to the provider. */
const isElsewhere = (provider: ProviderConfig | null): boolean => Boolean(provider?.baseUrl)
