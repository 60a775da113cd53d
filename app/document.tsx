import { createContext, useContext, type ReactNode } from 'react'

/** What the server's document needs and the browser's does not: React keeps nonces and preload hints as they were sent. */
type DocumentFacts = { nonce: string | undefined; messageChunk: string | undefined }

const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, messageChunk: undefined })

export function DocumentProvider(props: DocumentFacts & { children: ReactNode }) {
  const { children, ...facts } = props
  return <DocumentContext value={facts}>{children}</DocumentContext>
}

/** The request's nonce for inline scripts, and the chunk of words to preload. Both undefined in the browser. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext)
}
