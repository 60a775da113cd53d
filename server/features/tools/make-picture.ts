// Makes a picture and stores it: a file of the public bucket that belongs to the member.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PictureMeter } from '#server/metering/picture-meter.ts'
import type { MadePicture } from '#server/adapters/pictures.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { type PictureShape } from '#shared/pictures.ts'
import { writePicture } from '#shared/write-picture.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { uploadName } from '#shared/uploads.ts'

export type PictureOrder = {
  prompt: string
  /** Alternative text. */
  alt: string
  shape: PictureShape
  language: OutputLanguage
}

/**
 * @returns the picture as a text has it
 * @throws AppError unavailable when it could not be stored; errors of `PictureMeter.make`
 */
export function makePicture(
  deps: Pick<Dependencies, 'database' | 'files'>,
  pictures: PictureMeter,
  {
    prompt,
    alt,
    shape,
    language,
    memberId,
    signal,
  }: PictureOrder & { memberId: string; signal: AbortSignal },
): Promise<string> {
  return pictures.make({ prompt, shape, language }, async (picture) => {
    const path = await storePicture(deps, { picture, memberId, signal })
    return writePicture({ ...picture, alt: picture.alt ?? alt, path })
  })
}

/** The row is written first, so that the sweep finds the file after a crash. */
async function storePicture(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  { picture, memberId, signal }: { picture: MadePicture; memberId: string; signal: AbortSignal },
): Promise<string> {
  const path = `${randomBytes(16).toString('hex')}/${uploadName('picture.jpg', Date.now())}`
  await database.insertInto('private.made_picture').values({ path, user_id: memberId }).execute()
  await files.addPicture({ path, data: picture.data, signal })
  const { rows } = await sql<{ given: boolean }>`select private.give_picture(${path}) as given`.execute(
    database,
  )
  if (!rows[0]?.given) throw new AppError('unavailable', { message: 'picture_not_stored' })
  return path
}
