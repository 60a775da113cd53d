import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { markReactListening } from './session/early-input.ts'
import { isTypingInPage, recoverFromChunkErrors, stayWhileOffline } from './session/chunk-errors.ts'
import { WordsProvider } from './session/words.tsx'

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

import('./ui/keep-focus.ts').then(
  ({ keepFocus }) => keepFocus(window.earlyInput?.focused ?? []),
  (error: unknown) => console.warn('Focus is not kept.', error),
)

// The document's language is the page's; its messages are preloaded already.
const language = document.documentElement.lang === 'en' ? 'en' : 'ko'
const { default: messages } = await (language === 'en'
  ? import('./session/messages-en.ts')
  : import('./session/messages-ko.ts'))

markReactListening()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <WordsProvider language={language} messages={messages}>
        <HydratedRouter />
      </WordsProvider>
    </StrictMode>,
  )
})
