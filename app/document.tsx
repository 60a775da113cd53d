import { createContext, useContext, type ReactNode } from 'react'

/** Values that only the server's document needs: React leaves nonces and links of the head as the server sent them. */
type DocumentFacts = { nonce: string | undefined; links: ReactNode }

const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, links: null })

export function DocumentProvider(props: DocumentFacts & { children: ReactNode }) {
  const { children, ...facts } = props
  return <DocumentContext value={facts}>{children}</DocumentContext>
}

/**
 * The request's nonce for inline scripts, and the links of the head that no script of the page needs: the manifest and
 * its icon. The browser has neither.
 */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext)
}
