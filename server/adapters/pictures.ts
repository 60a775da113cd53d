// The client of image models. Providers of AI SDK 7 make the requests. Responses are bounded, checked and encoded
// again.
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type ImageModelV4 } from '@ai-sdk/provider'
import { vendorUrls, type PicturesConfig, type ProviderConfig } from '#server/models-config.ts'
import type { PictureShape } from '#shared/pictures.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { drawDemoPicture } from './demo-picture.ts'
import { encodePicture, type MadePicture } from './encode-picture.ts'
import { ModelError, toModelError } from './models.ts'
import { readBody } from './read-body.ts'

export type { MadePicture } from './encode-picture.ts'

export type PictureCall = {
  /** The scene and its style. */
  prompt: string
  shape: PictureShape
  signal: AbortSignal
  /** The language of the text that has the picture. Words on the picture use it. */
  language: OutputLanguage
}

export type PictureModel = {
  isDemo: boolean
  /**
   * One picture.
   * @throws ModelError; the signal's reason when it was aborted
   */
  make(call: PictureCall): Promise<MadePicture>
}

/** The image model that config chose. */
export function createPictureModel({ model, provider }: PicturesConfig): PictureModel {
  switch (model) {
    case 'gpt':
      return ask(openAi(provider!), ({ shape }) => ({ size: sizes[shape] }))
    case 'gemini':
      return ask(google(provider!), ({ shape }) => ({ aspectRatio: ratios[shape] }))
    case 'compatible':
      return ask(compatible(provider!), ({ shape }) => ({ size: sizes[shape] }))
    case 'demo':
      return { isDemo: true, make: drawDemoPicture }
  }
}

/** Sizes that every image model of OpenAI takes, with Gemini's names of the same shapes. */
const sizes = { square: '1024x1024', wide: '1536x1024', tall: '1024x1536' } as const
const ratios = { square: '1:1', wide: '3:2', tall: '2:3' } as const

const openAi = ({ apiKey, baseUrl, modelId }: ProviderConfig): ImageModelV4 =>
  createOpenAI({ apiKey, fetch: fetchBounded, baseURL: baseUrl ?? vendorUrls.gpt }).image(modelId)
const google = ({ apiKey, baseUrl, modelId }: ProviderConfig): ImageModelV4 =>
  createGoogle({ apiKey, fetch: fetchBounded, baseURL: baseUrl ?? vendorUrls.gemini }).image(modelId)
const compatible = ({ apiKey, baseUrl, modelId }: ProviderConfig): ImageModelV4 =>
  createOpenAICompatible({
    name: 'compatible',
    baseURL: baseUrl ?? '',
    fetch: fetchBounded,
    ...(apiKey ? { apiKey } : {}),
  }).imageModel(modelId)

/**
 * OpenAI's default quality costs up to four times as much for pictures that are shown this small. Compatible servers
 * may answer with a URL unless asked for data; URLs are never fetched.
 */
const providerOptions = {
  openai: { quality: 'medium' },
  compatible: { response_format: 'b64_json' },
}

type Format = Partial<Pick<Parameters<ImageModelV4['doGenerate']>[0], 'size' | 'aspectRatio'>>

function ask(model: ImageModelV4, formatOf: (call: PictureCall) => Format): PictureModel {
  return {
    isDemo: false,
    async make(call) {
      try {
        const { images } = await model.doGenerate({
          prompt: call.prompt,
          n: 1,
          size: undefined,
          aspectRatio: undefined,
          seed: undefined,
          files: undefined,
          mask: undefined,
          ...formatOf(call),
          providerOptions,
          abortSignal: call.signal,
        })
        const [first] = images
        // Gemini answers a refused prompt with words or with nothing.
        if (!first) throw new ModelError('model_refused')
        const data = typeof first === 'string' ? Buffer.from(first, 'base64') : first
        return await encodePicture(data, 'trainedAlgorithmicMedia')
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason
        throw toPictureError(error)
      }
    },
  }
}

/** The largest picture of all models, as PNG and in base64, is about half of this. */
const answerMaxBytes = 48 * 1024 * 1024

/** Bounds the size of a response and follows no redirect, also when another server answers in the provider's place. */
const fetchBounded: typeof fetch = async (input, init) => {
  if (init?.method !== 'POST') throw new ModelError('model_unavailable')
  const answer = await fetch(input, { ...init, redirect: 'error' })
  const body = await readBody(answer, answerMaxBytes)
  const { status, headers } = answer
  return new Response(body, { status, headers })
}

/** A picture is complete or absent, so a cut response has no other case. */
function toPictureError(error: unknown): ModelError {
  if (isRefusal(error)) return new ModelError('model_refused', { cause: error })
  if (error instanceof ModelError || APICallError.isInstance(error)) return toModelError(error)
  return new ModelError('model_unavailable', { cause: error })
}

/** OpenAI's codes for a prompt or a picture that its rules do not allow. */
function isRefusal(error: unknown): boolean {
  if (!APICallError.isInstance(error) || error.statusCode !== 400) return false
  return /"(?:moderation_blocked|content_policy_violation)"/.test(error.responseBody ?? '')
}
