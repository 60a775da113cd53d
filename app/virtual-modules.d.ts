declare module 'virtual:message-chunks' {
  /** The browser's address of each language's words; empty while developing. */
  const chunks: Record<string, string | undefined>
  export default chunks
}
