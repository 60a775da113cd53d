// Apart from uploads.ts: only pages that upload load it.

/** Media types by extension: browsers know only some of them, and the buckets accept exactly these. */
export const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  gif: 'image/gif',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  heic: 'image/heic',
  heix: 'image/heic',
  heif: 'image/heif',
  webp: 'image/webp',
  avi: 'video/x-msvideo',
  mp4: 'video/mp4',
  m4p: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  wmv: 'video/x-ms-wmv',
  webm: 'video/webm',
  amv: 'video/x-amv',
  m4v: 'video/x-m4v',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  hwpx: 'application/hwp+zip',
  md: 'text/markdown',
  txt: 'text/plain',
}
