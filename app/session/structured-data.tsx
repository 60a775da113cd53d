/**
 * Data for search engines (JSON-LD, https://schema.org). They read the server's output, and hydration leaves the
 * element unchanged.
 * Callers therefore need not load its description in the browser (`work={import.meta.env.SSR ? describe() : null}`).
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
