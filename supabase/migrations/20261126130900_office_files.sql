-- Word and Hangul documents and text files as sources of a text.
update storage.buckets set allowed_mime_types =
  '{image/gif,image/png,image/jpeg,image/heic,image/heif,image/webp,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/hwp+zip,text/markdown,text/plain}'
  where id = 'document';
