import { createContext, useContext, type ReactNode } from 'react'

/** Values that only the server's document needs: React leaves nonces and preload hints as the server sent them. */
type DocumentFacts = { nonce: string | undefined; messageChunk: string | undefined }

const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, messageChunk: undefined })

export function DocumentProvider(props: DocumentFacts & { children: ReactNode }) {
  const { children, ...facts } = props
  return <DocumentContext value={facts}>{children}</DocumentContext>
}

/** The request's nonce for inline scripts, and the chunk of messages to preload. Both undefined in the browser. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext)
}
