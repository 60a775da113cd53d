/** Prices and grants in tokens: weights, caps and the basis of every estimate. */
export const signUpTokens = 100_000

/**
 * 1 token of the model (input + output) costs 1 token times this weight (B06). The ratio of the providers' prices in
 * 2026, as secondary sources quote them (dollars per million tokens in and out: gpt-5.4-mini 0.75 and 4.50, Claude
 * Sonnet 3 and 15, a Gemini flash below the first), rounded down. UNCONFIRMED for the very models of
 * server/models-config.ts.
 */
export const modelWeights = { gpt: 1, gemini: 1, claude: 3, compatible: 1, demo: 1 } as const
export type ModelName = keyof typeof modelWeights

/**
 * Model tokens of one character by its script, without spaces: the values of `tokensPerCharacter` (tool-prices.ts),
 * which was counted over whole texts, for texts of unknown language. It is only an estimate: the charge uses the
 * provider's count.
 */
type ScriptRates = [dense: number, latin: number, other: number]
const gpt: ScriptRates = [0.8, 0.27, 0.38]
const gemini: ScriptRates = [0.95, 0.28, 0.44]
const scriptRates = { gpt, gemini, claude: [1.4, 0.32, 1.2], compatible: gemini, demo: gpt } satisfies Record<
  ModelName,
  ScriptRates
>

/**
 * Model tokens of a text of unknown language: Hangul, Han and Kana by syllable, everything else by about four
 * characters.
 */
export function estimateTokens(text: string, model: ModelName): number {
  const estimate = createTokenEstimate(model)
  estimate.add(text)
  return estimate.tokens()
}

/** The same for a text that arrives in deltas, without storing it. */
export function createTokenEstimate(model: ModelName): { add(piece: string): void; tokens(): number } {
  const [perDense, perLatin, perOther] = scriptRates[model]
  let dense = 0
  let latin = 0
  let other = 0
  return {
    add(piece) {
      // A loop, because this runs for every delta of every model call, and a regular expression takes four times as
      // long for a long text.
      for (let index = 0; index < piece.length; index++) {
        const unit = piece.charCodeAt(index)
        if (unit < 0x370) latin++
        else if (isDense(unit)) dense++
        else other++
      }
    },
    tokens: () => Math.ceil(dense * perDense + latin * perLatin + other * perOther),
  }
}

/** Jamo, Kana, Bopomofo, Hangul compatibility letters, Han and Hangul syllables. */
const isDense = (unit: number): boolean =>
  unit >= 0x1100 &&
  (unit <= 0x11ff ||
    (unit >= 0x3040 && unit <= 0x318f) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af))

export const instructionTokensPerCall = 1_500
/**
 * The rough token count of an image or a page of a scan. A page costs 1,500 to 3,000 tokens by its density at Anthropic
 * (platform.claude.com/docs/en/build-with-claude/pdf-support), less at Google and OpenAI.
 */
const pageTokens = 1_500
export const estimateFileTokens = (files: readonly { pages: number }[]): number =>
  files.reduce((sum, { pages }) => sum + pages, 0) * pageTokens

/**
 * The maximum hold relative to the estimate; most usage beyond it is not charged. It has room for a text that continues
 * by itself.
 */
const ceilingFactor = 1.4

export type Estimate = {
  /** The usual cost of a run, shown on the button. */
  expected: number
  /** The hold while it runs, which is its maximum cost. */
  ceiling: number
}

/**
 * The limits of a Korean day, whatever the balance and the plan: tools, commands and prompts together. The site's
 * limits stop an unintended bill; set them to the budget at the providers.
 */
export const dailyCaps = {
  member: { runs: 1_000, tokens: 5_000_000, images: 300 },
  site: { runs: 200_000, tokens: 500_000_000, images: 20_000 },
} as const

/** Rounds up to hundreds and adds the ceiling. */
export function roundEstimate(tokens: number, factor: number = ceilingFactor): Estimate {
  const expected = ceilTo100(tokens)
  return { expected, ceiling: ceilTo100(expected * factor) }
}
export const ceilTo100 = (tokens: number): number => Math.ceil(tokens / 100) * 100

/** Infinity on plans with unlimited images (T19), as in private.open_run(). */
export function availableImages(usage: { plan: string; image: number; payment_image: number }): number {
  return ['pro', 'team'].includes(usage.plan) ? Number.POSITIVE_INFINITY : usage.image + usage.payment_image
}

/** The spendable tokens of a member. */
export function availableTokens(usage: { token: number; payment_token: number }): number {
  return usage.token + usage.payment_token
}
