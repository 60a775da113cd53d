import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackendOptions, StorageOptions } from '#backend/main.ts'
import { runOnce, startTestBackend, type TestBackend } from './test-backend.ts'

export type StorageBackend = TestBackend & {
  folder: string
  /** Every file below the folder, complete or not. */
  listFiles(): Promise<string[]>
  /** Resolves with the next line of the log that has this event. */
  nextLog(event: string): Promise<void>
}

/** Members have files in `own/<their id>/`; the bucket `open` is public; `small` accepts 1 kB of pictures. */
const library = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('own', 'own', false, null, null), ('open', 'open', true, null, null),
    ('small', 'small', false, 1000, '{image/*,text/plain}');
  create policy "members create files in their folder" on storage.objects for insert to authenticated
    with check (bucket_id in ('own', 'open', 'small') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "members see their files" on storage.objects for select to authenticated
    using (owner_id = (select auth.uid())::text);
  create policy "members change their files" on storage.objects for update to authenticated
    using (owner_id = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "members delete their files" on storage.objects for delete to authenticated
    using (owner_id = (select auth.uid())::text);`

/** A backend with files in a folder of its own (or in `storage`) and the buckets above. */
export async function startStorageBackend(
  storage: Partial<StorageOptions> = {},
  options: Partial<BackendOptions> = {},
): Promise<StorageBackend> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  const waiting: { event: string; resolve: () => void }[] = []
  const logs: object[] = []
  const backend = await startTestBackend({
    ...options,
    storage: { files: { folder }, ...storage },
    log(line) {
      logs.push(line)
      for (const waiter of waiting.splice(0)) {
        if ('event' in line && line.event === waiter.event) waiter.resolve()
        else waiting.push(waiter)
      }
    },
  })
  await runOnce(backend.database.ownerUrl, library)
  return {
    ...backend,
    logs,
    folder,
    async listFiles() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    nextLog: (event) =>
      new Promise((resolve) => {
        waiting.push({ event, resolve })
      }),
    async stop() {
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
