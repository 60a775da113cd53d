// An analysis of a keyword: the figures of Naver, or samples.
import type { KeywordFigures } from '#server/adapters/keyword-source.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { KeywordReport } from '#shared/keywords.ts'
import { openKeyword, type Asking, type KeywordPart, type OpenCost } from './open-keyword.ts'

export type KeywordAnalysis = { report: KeywordReport } & OpenCost

export const figuresPart: KeywordPart<KeywordFigures> = {
  kind: 'data',
  read: ({ keywords }, { keyword }) => keywords.read(keyword),
}

/** @throws AppError as `openKeyword` */
export async function analyseKeyword(
  deps: Dependencies,
  asking: Asking & { isFreeOnly: boolean },
): Promise<KeywordAnalysis> {
  const { data, read_at, ...cost } = await openKeyword(deps, figuresPart, asking)
  const report = { keyword: asking.keyword, is_sample: deps.keywords.isSample, read_at, ...data }
  return { report, ...cost }
}
