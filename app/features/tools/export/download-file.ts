/** Downloads a file in the browser. */
export function downloadFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has started the download by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Removes characters that some systems refuse in names. */
export function fileNameOf(title: string): string {
  const clean = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    Array.from(clean)
      .slice(0, 80)
      .join('')
      .replace(/^\.+|[. ]+$/g, '') || 'text'
  )
}

/** Downloads a generated picture, which has no words of the text. @throws Error when it cannot be had */
export async function downloadPicture(src: string, name: string): Promise<void> {
  const response = await fetch(src)
  if (!response.ok) throw new Error(`status ${response.status}`)
  downloadFile(new File([await response.blob()], `${fileNameOf(name)}.jpg`, { type: 'image/jpeg' }))
}
