// Counts the pictures of a run and keeps them within what was held. The only place that has a picture made.
import { ModelError } from '#server/adapters/models.ts'
import type { MadePicture, PictureCall, PictureModel } from '#server/adapters/pictures.ts'
import { AppError } from '#shared/errors.ts'
import { retryOnce } from '#server/adapters/retry-once.ts'

type PictureOrder = Omit<PictureCall, 'signal'>

export type PictureMeter = {
  /** Pictures that were made and kept so far: what is charged. */
  made(): number
  /**
   * Has a picture made. It counts once `keep` has put it where it stays.
   * @throws AppError no_image_credits beyond what was held; ModelError; what `keep` throws; the signal's reason
   */
  make<Kept>(order: PictureOrder, keep: (picture: MadePicture) => Promise<Kept>): Promise<Kept>
}

export type PictureMeterOptions = {
  model: PictureModel
  /** Pictures at most, each one image credit. */
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
    async make(order, keep) {
      if (!options || made + going >= options.count) throw new AppError('no_image_credits')
      going++
      try {
        const picture = await retryOnce(() => askInTime(options, order, signal), signal)
        const kept = await keep(picture)
        signal.throwIfAborted()
        made++
        return kept
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
