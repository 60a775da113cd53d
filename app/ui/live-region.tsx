/**
 * Announces a text to screen readers when it changes, politely and invisibly. Stays in the document while it is empty.
 */
export function LiveRegion({ text }: { text: string }) {
  return (
    <span className="spoken-only" role="status">
      {text}
    </span>
  )
}
