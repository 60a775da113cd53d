/**
 * Copies a text to the clipboard, with its formatting where the browser supports it.
 * @returns whether it succeeded; browsers refuse without a user gesture and without a secure origin
 */
export async function copyText(text: { plain: string; html?: string }): Promise<boolean> {
  try {
    if (text.html && typeof ClipboardItem !== 'undefined') {
      const item = new ClipboardItem({
        'text/plain': new Blob([text.plain], { type: 'text/plain' }),
        'text/html': new Blob([text.html], { type: 'text/html' }),
      })
      await navigator.clipboard.write([item])
    } else await navigator.clipboard.writeText(text.plain)
    return true
  } catch (error) {
    console.warn('Copying was refused.', error)
    return false
  }
}
