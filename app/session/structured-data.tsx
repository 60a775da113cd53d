/**
 * What search engines learn of a page (JSON-LD, https://schema.org). They read what the server sends: the browser takes the element over
 * as it stands, and callers need not load what describes it there (`work={import.meta.env.SSR ? describe() : null}`).
 */
export function StructuredData({ work }: { work: object | null }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // A title may hold `</script>`.
      dangerouslySetInnerHTML={{ __html: work ? JSON.stringify(work).replaceAll('<', '\\u003c') : '' }}
    />
  )
}
