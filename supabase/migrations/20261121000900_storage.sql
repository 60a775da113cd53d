-- Where members' files go: pictures and videos meant to be seen are public under an address that nobody can guess,
-- documents are private and leave by signed addresses only. A file is written once: nobody overwrites or moves one.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('image', 'image', true, 10485760, '{image/svg+xml,image/gif,image/png,image/jpeg,image/heic,image/heif}'),
  ('video', 'video', true, 104857600,
    '{video/x-msvideo,video/mp4,video/quicktime,video/x-ms-wmv,video/webm,video/x-amv,video/x-m4v}'),
  ('document', 'document', false, 104857600,
    '{image/gif,image/png,image/jpeg,image/heic,image/heif,image/webp,application/pdf}');

-- A folder of 128 random bits per file, so that an address tells nothing about its owner or their other files.
create policy "members add files under a folder that cannot be guessed" on storage.objects for insert
  to authenticated with check (
    bucket_id in ('image', 'video', 'document')
    and owner_id = (select auth.uid())::text
    and name ~ '^[0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4}$'
    and (select private.may_use_service())
  );
create policy "members see their own files" on storage.objects for select
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );
create policy "members delete their own files" on storage.objects for delete
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );
