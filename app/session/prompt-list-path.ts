import type { Language } from '#shared/language.ts'

/** The list of prompts in the reader's language; those in the other one are a press away. */
export const promptListPath = (language: Language): string => `/${language}/prompt/list?language=${language}`
