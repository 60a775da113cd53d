// Fakes the storage of pictures where only their rows matter.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { FileStore } from '#server/adapters/file-store.ts'
import { AppError } from '#shared/errors.ts'

export type PictureStore = FileStore & {
  /** Paths of pictures whose bytes have arrived. */
  stored: string[]
  /** Tests set it to simulate a storage service that is down. */
  isDown: boolean
}

/** @param getDatabase the product's database, which is created after its dependencies */
export function createPictureStore(getDatabase: () => Database): PictureStore {
  const notAsked = () => Promise.reject(new Error('not asked'))
  const store: PictureStore = {
    stored: [],
    isDown: false,
    requireOwn: notAsked,
    sign: notAsked,
    read: notAsked,
    remove: notAsked,
    async addPicture({ path }) {
      if (store.isDown) throw new AppError('unavailable')
      await sql`insert into storage.objects (bucket_id, name) values ('image', ${path})`.execute(
        getDatabase(),
      )
      store.stored.push(path)
    },
  }
  return store
}
