// A language model for machines without keys. Configuration chooses it like any other model, and it reads the prompt.
import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { estimateTokens } from '#shared/usage.ts'
import { readDemoRequest, textOf } from './demo-request.ts'
import { writeDemo, type DemoStyle } from './demo-writer.ts'

type CallOptions = Parameters<LanguageModelV4['doStream']>[0]

/** Small chunks, whether or not a language puts spaces between words. */
const deltaPattern = /\S{1,6}\s*|\s+/gu
const finishReason = { unified: 'stop', raw: 'stop' } as const

/**
 * All its output is stored with `is_demo` and labelled on the screen.
 * @param options.delayMs between two text deltas; 0 writes at once
 * @param options.style varies its answers to prompts, so that three parallel ones differ
 */
export function createDemoModel(options: { delayMs: number; style: DemoStyle }): LanguageModelV4 {
  const write = (call: CallOptions) => writeDemo(readDemoRequest(call), options.style)
  return {
    specificationVersion: 'v4',
    provider: 'munjang',
    modelId: 'demo',
    supportedUrls: {},
    async doGenerate(call) {
      const text = write(call)
      return { content: [{ type: 'text', text }], finishReason, usage: usageOf(call, text), warnings: [] }
    },
    async doStream(call) {
      return { stream: ReadableStream.from(streamParts(call, write(call), options.delayMs)) }
    },
  }
}

async function* streamParts(
  call: CallOptions,
  text: string,
  delayMs: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: '0' }
  for (const delta of text.match(deltaPattern) ?? []) {
    if (delayMs > 0) await pause(delayMs, call.abortSignal)
    call.abortSignal?.throwIfAborted()
    yield { type: 'text-delta', id: '0', delta }
  }
  yield { type: 'text-end', id: '0' }
  yield { type: 'finish', finishReason, usage: usageOf(call, text) }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
  })
}

/** Counted like the estimate on the button, so that a demo run costs as much as the estimate. */
function usageOf({ prompt }: CallOptions, text: string): LanguageModelV4Usage {
  const [input, output] = [estimateTokens(prompt.map(textOf).join(''), 'demo'), estimateTokens(text, 'demo')]
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}
