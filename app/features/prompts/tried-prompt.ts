import { asAppError, type Supabase } from '#app/session/supabase.ts'
import type { Language } from '#shared/language.ts'
import { listPlaceholders } from '#shared/prompt-variables.ts'
import { promptModelName } from '#shared/prompts-run.ts'
import { findPrompt, type Prompt } from './prompts-data.ts'

/**
 * An own prompt with the texts of one of its versions in place of the live ones, to be tried before its review.
 * @returns null when it is not the caller's own, or there is no such version
 */
export async function findTriedPrompt(
  supabase: Supabase,
  id: number,
  number: number,
): Promise<Prompt | null> {
  const [prompt, version] = await Promise.all([
    findPrompt(supabase, id),
    supabase
      .from('prompt_version')
      .select('title, prompt, language, sample_result, prompt_model_id')
      .eq('prompt_id', id)
      .eq('number', number)
      .maybeSingle(),
  ])
  if (version.error) throw asAppError(version.error)
  if (!prompt?.is_own || !version.data) return null
  const { prompt_model_id: modelId, ...texts } = version.data
  return {
    ...prompt,
    ...texts,
    language: texts.language as Language,
    model: promptModelName(modelId),
    variables: listPlaceholders(texts.prompt),
    version: number,
  }
}
