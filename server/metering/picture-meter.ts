// Counts the pictures of a run and limits them to the hold. The only place that starts an image call.
import { ModelError } from '#server/adapters/models.ts'
import type { MadePicture, PictureCall, PictureModel } from '#server/adapters/pictures.ts'
import { AppError } from '#shared/errors.ts'
import { retryOnce } from '#server/adapters/retry-once.ts'

type PictureOrder = Omit<PictureCall, 'signal'>

export type PictureMeter = {
  /** Pictures made and stored so far; these are charged. */
  made(): number
  /**
   * Makes a picture. It counts once `store` has stored it.
   * @throws AppError no_image_credits above the hold; ModelError; errors of `store`; the signal's reason
   */
  make<Stored>(order: PictureOrder, store: (picture: MadePicture) => Promise<Stored>): Promise<Stored>
}

export type PictureMeterOptions = {
  model: PictureModel
  /** The maximum number of pictures, each one image credit. */
  count: number
  /** A picture that takes longer than this has failed. */
  timeoutMs: number
}

/** @param options null for runs without pictures */
export function createPictureMeter(options: PictureMeterOptions | null, signal: AbortSignal): PictureMeter {
  let made = 0
  let going = 0
  return {
    made: () => made,
    async make(order, store) {
      if (!options || made + going >= options.count) throw new AppError('no_image_credits')
      going++
      try {
        const picture = await retryOnce(() => askInTime(options, order, signal), signal)
        const stored = await store(picture)
        signal.throwIfAborted()
        made++
        return stored
      } finally {
        going--
      }
    },
  }
}

async function askInTime(
  { model, timeoutMs }: PictureMeterOptions,
  order: PictureOrder,
  outer: AbortSignal,
): Promise<MadePicture> {
  outer.throwIfAborted()
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new ModelError('model_timeout')), timeoutMs)
  try {
    return await model.make({ ...order, signal: AbortSignal.any([outer, own.signal]) })
  } finally {
    clearTimeout(timer)
  }
}
