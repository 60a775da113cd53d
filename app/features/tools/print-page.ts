/**
 * Opens the browser's print dialog for a separate page, as soon as its images have loaded. The page is removed when the
 * dialog closes.
 */
export async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  // Hidden by size, because elements without display are not printed.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: 100% auto auto 0'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.srcdoc = html
  document.body.append(frame)
  await loaded
  const { contentWindow } = frame
  contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true })
  contentWindow?.print()
}
