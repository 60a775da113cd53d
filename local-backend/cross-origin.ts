// As at Supabase's gateway: any origin may call with a key in a header, none with a cookie.
import { cors } from 'hono/cors'

const exposedHeaders = [
  'content-range',
  'content-disposition',
  'content-profile',
  'etag',
  'range-unit',
  'location',
  'preference-applied',
  'x-total-count',
  'link',
]

/** Answers preflights and adds its headers to other responses. */
export const supabaseCors = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: exposedHeaders,
  maxAge: 3600,
})

/**
 * The same headers for responses that set them directly. Added afterwards, they would turn a light response of
 * @hono/node-server into a heavy one, which costs as much as a short statement.
 */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(','),
}
