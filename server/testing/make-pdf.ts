// The smallest valid PDFs, for uploads in tests. Offsets follow PDF 1.7, section 7.5.

/**
 * @param pages the text of each page, in Latin letters; an empty page has no text layer. `encrypted` adds a password.
 */
export function makePdf(pages: string[], options: { encrypted?: boolean } = {}): Uint8Array<ArrayBuffer> {
  const objects: string[] = []
  const firstPage = 4
  objects[1] = '<</Type/Catalog/Pages 2 0 R>>'
  objects[2] = `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')}]>>`
  objects[3] = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  pages.forEach((text, index) => {
    const id = firstPage + index * 2
    // Short lines on a large page, because readers drop text outside the page.
    const lines = text.match(/.{1,200}(?: |$)|.{1,200}/g) ?? []
    const content = text
      ? `BT /F1 8 Tf 12 TL 72 8900 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
      : ''
    objects[id] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 3000 9000]/Resources<</Font<</F1 3 0 R>>>>/Contents ${id + 1} 0 R>>`
    objects[id + 1] = `<</Length ${content.length}>>stream\n${content}\nendstream`
  })
  let file = '%PDF-1.7\n'
  const offsets: number[] = []
  for (let id = 1; id < objects.length; id++) {
    offsets[id] = file.length
    file += `${id} 0 obj\n${objects[id]}\nendobj\n`
  }
  const start = file.length
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const zeros = '0'.repeat(64)
  const encrypt = options.encrypted
    ? `/Encrypt<</Filter/Standard/V 1/R 2/O<${zeros}>/U<${zeros}>/P -4>>/ID[<00><00>]`
    : ''
  file += `xref\n0 ${objects.length}\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size ${objects.length}/Root 1 0 R${encrypt}>>\nstartxref\n${start}\n%%EOF`
  return Uint8Array.from(file, (sign) => sign.charCodeAt(0))
}
