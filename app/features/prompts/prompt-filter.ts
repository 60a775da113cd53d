// The address contains a list's filter:
// /prompt/list?sort=new&main=writing&sub=3&model=gpt&language=ko&keyword=…&after=…
import { isLanguage, type Language } from '#shared/language.ts'
import {
  listSubCategories,
  promptCategories,
  promptKeywordMaxLength,
  promptModels,
  promptSorts,
  promptTypes,
  type PromptCategory,
  type PromptModelName,
  type PromptSort,
} from '#shared/prompts.ts'

export type PromptFilter = {
  sort: PromptSort
  main: PromptCategory | null
  /** Ids of sub-categories, of any main category. */
  subs: number[]
  models: PromptModelName[]
  languages: Language[]
  type: keyof typeof promptTypes
  keyword: string
}

/** Reads a filter from an address. @returns null for unknown values */
export function parsePromptFilter(query: URLSearchParams): PromptFilter | null {
  const sort = query.get('sort') ?? 'trending'
  const main = query.get('main') || null
  const subs = query.getAll('sub').filter(Boolean).map(Number)
  const models = query.getAll('model').filter(Boolean)
  const languages = query.getAll('language').filter(Boolean)
  const type = query.get('type') || 'all'
  const isKnown =
    promptSorts.includes(sort as PromptSort) &&
    (main === null || Object.hasOwn(promptCategories, main)) &&
    subs.every((id) => Number.isInteger(id) && id >= 1 && id <= 85) &&
    models.every((name) => Object.hasOwn(promptModels, name)) &&
    languages.every(isLanguage) &&
    Object.hasOwn(promptTypes, type)
  if (!isKnown) return null
  return {
    sort: sort as PromptSort,
    main: main as PromptCategory | null,
    subs: [...new Set(subs)].toSorted((a, b) => a - b),
    models: [...new Set(models)].toSorted() as PromptModelName[],
    languages: [...new Set(languages)].toSorted() as Language[],
    type: type as keyof typeof promptTypes,
    keyword: (query.get('keyword') ?? '').trim().slice(0, promptKeywordMaxLength),
  }
}

/** The address of a filter, always the same for the same filter; defaults are left out. */
export function writePromptFilter(filter: PromptFilter): string {
  const query = new URLSearchParams()
  if (filter.keyword) query.set('keyword', filter.keyword)
  if (filter.sort !== 'trending') query.set('sort', filter.sort)
  if (filter.main) query.set('main', filter.main)
  for (const id of filter.subs) query.append('sub', String(id))
  for (const name of filter.models) query.append('model', name)
  for (const code of filter.languages) query.append('language', code)
  if (filter.type !== 'all') query.set('type', filter.type)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/**
 * The arguments of the list function. A main category includes all its sub-categories, unless some of them are
 * selected.
 */
export function promptFilterArguments(filter: PromptFilter) {
  const ofMain = filter.main ? listSubCategories(filter.main).map(({ id }) => id) : []
  const subs = filter.subs.length > 0 ? filter.subs : ofMain
  return {
    sort: filter.sort,
    ...(filter.keyword ? { keyword: filter.keyword } : {}),
    ...(subs.length > 0 ? { subs } : {}),
    ...(filter.models.length > 0 ? { models: filter.models.map((name) => promptModels[name]) } : {}),
    ...(filter.languages.length > 0 ? { languages: [...filter.languages] } : {}),
    prompt_type: promptTypes[filter.type],
  }
}
