import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { markReactListening } from './session/early-input.ts'
import {
  early,
  isTypingInPage,
  offlineEvent,
  recoverFromChunkErrors,
  stalePartEvent,
  stayWhileOffline,
} from './session/chunk-errors.ts'
import { showEarlyNotice } from './session/early-notice.tsx'
import { loadRenderedParts } from './session/lazy-with-retry.ts'
import { LanguageProvider } from '#app/session/words.tsx'

// Runs before any import whose chunk may be missing.
recoverFromChunkErrors({
  target: window,
  store: sessionStorage,
  isTyping: isTypingInPage,
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
  navigation: window.navigation,
})
for (const name of [stalePartEvent, offlineEvent]) window.addEventListener(name, () => sayEarly(name))
stayWhileOffline(window, { isOnline: () => navigator.onLine, here: () => window.location.href })

const language = document.documentElement.lang === 'en' ? 'en' : 'ko'

/**
 * Where a part without a boundary above it is missing, the page is never hydrated, and its own notices never show. The
 * notice is no part: its chunk would be missing as well.
 */
function sayEarly(name: string): void {
  if (early.isOver) return
  early.events.add(name)
  showEarlyNotice(name, language)
}

void loadRenderedParts().then(() => {
  markReactListening()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LanguageProvider language={language}>
          <HydratedRouter />
        </LanguageProvider>
      </StrictMode>,
    )
  })
  import('./ui/keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(window.earlyInput?.focused ?? []),
    (error: unknown) => console.warn('Focus is not kept.', error),
  )
})
