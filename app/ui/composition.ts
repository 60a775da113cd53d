/** The parts of a keyboard event that matter while a syllable is composed. */
export type ComposingKey = { key: string; isComposing: boolean; keyCode: number }

/** `native` leaves the key to the browser, `prevent` stops it, `submit` stops it and sends the form now. */
export type EnterDecision = 'native' | 'prevent' | 'submit'

/**
 * Decides what Enter does in a single-line field, so that a Hangul syllable is neither lost nor sent twice.
 * During a composition Enter waits for its end, then submits once with the last syllable.
 * Browsers differ. Chrome sends the key as 229 before `compositionend`, with or without a second Enter after it.
 * Safari ends the composition first and sends 229 afterwards.
 */
export function createEnterGate() {
  let isComposing = false
  let isWaiting = false
  let hasSubmitted = false

  return {
    compositionStart() {
      isComposing = true
    },
    compositionEnd(): EnterDecision {
      isComposing = false
      if (!isWaiting) return 'native'
      isWaiting = false
      hasSubmitted = true
      return 'submit'
    },
    keyDown(event: ComposingKey): EnterDecision {
      if (event.key !== 'Enter' && event.keyCode !== 13) return 'native'
      if (isComposing || event.isComposing) {
        isWaiting = true
        return 'prevent'
      }
      if (hasSubmitted) return 'prevent'
      if (event.keyCode !== 229) return 'native'
      hasSubmitted = true
      return 'submit'
    },
    /** Letting go of the key ends its one effect. */
    keyUp(event: { key: string }) {
      if (event.key === 'Enter') hasSubmitted = false
    },
  }
}
