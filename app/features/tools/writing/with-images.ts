import type { Translate } from '#app/session/words.tsx'

/** A price in tokens with the images that it costs besides. */
export const withImages = (t: Translate<'pictures'>, price: string, count: number): string =>
  count === 0
    ? price
    : `${price} · ${t(count === 1 ? 'pictures.count.one' : 'pictures.count.many', { count })}`
