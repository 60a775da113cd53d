import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { markReactListening } from './session/early-input.ts'
import { isTypingInPage, recoverFromChunkErrors, stayWhileOffline } from './session/chunk-errors.ts'
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
stayWhileOffline(window, { isOnline: () => navigator.onLine, here: () => window.location.href })

void loadRenderedParts().then(() => {
  markReactListening()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LanguageProvider language={document.documentElement.lang === 'en' ? 'en' : 'ko'}>
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
