// The security headers of every response, for pages and errors alike.
import type { Config } from './config.ts'

const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()'
/** Without scripts a sign-in button is a form whose redirect leads to the provider; browsers check that target too. */
const signInOrigins = 'https://accounts.google.com https://kauth.kakao.com'
/**
 * The card page's own script, on the checkout page only. UNCONFIRMED which of its hosts it connects to: any of them may
 * be.
 */
const tossScripts = 'https://js.tosspayments.com'
const tossHosts = 'https://*.tosspayments.com'
const oneYearSeconds = 31_536_000

export type SecurityHeaders = {
  /** For a page whose inline scripts the sources in `scripts` allow: `'nonce-…'` or `'sha256-…'`. */
  page(scripts: string, path: string): Record<string, string>
  /** For the service worker: it calls our own origin and nothing else. */
  worker(): Record<string, string>
  /** For every other response: nothing may run or load from it. */
  other(): Record<string, string>
}

export function createSecurityHeaders(config: Config, options: { isDevelopment: boolean }): SecurityHeaders {
  const always: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'permissions-policy': permissionsPolicy,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(config.publicOrigin.startsWith('https://')
      ? { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` }
      : {}),
  }
  const backend = config.supabase.publicUrl
  const isCheckout = (path: string) => config.cards.kind === 'toss' && /\/payment\/checkout\/?$/i.test(path)
  const sockets = backend.replace(/^http/, 'ws')
  // The dev server's reload socket can have another port.
  const reload = options.isDevelopment ? 'ws://localhost:* ws://127.0.0.1:*' : ''

  const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

  return {
    page: (scripts, path) => ({
      ...always,
      'referrer-policy': referrerPolicy(path),
      'content-security-policy': policy({
        'default-src': "'self'",
        'script-src': `'self' ${scripts} ${isCheckout(path) ? tossScripts : ''}`,
        'style-src': "'self' 'unsafe-inline'",
        'img-src': `'self' data: blob: ${backend}`,
        'media-src': `'self' blob: ${backend}`,
        'font-src': "'self'",
        'manifest-src': "'self'",
        'worker-src': "'self'",
        'connect-src': `'self' ${backend} ${sockets} ${reload} ${isCheckout(path) ? tossHosts : ''}`,
        ...(isCheckout(path) ? { 'frame-src': tossHosts } : {}),
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'form-action': `'self' ${signInOrigins} ${isCheckout(path) ? tossHosts : ''}`,
      }),
    }),
    worker: () => ({
      ...always,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': `${nothing}; connect-src 'self'`,
      'cache-control': 'no-cache',
    }),
    other: () => ({
      ...always,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': nothing,
    }),
  }
}

/**
 * The URLs of sign-in returns have codes and proofs, and the URL of a team invitation has its secret: no referrer is
 * sent.
 */
function referrerPolicy(path: string): string {
  return /\/(sign\/confirm|payment\/(confirm|error)|my\/team)\/?$/i.test(path)
    ? 'no-referrer'
    : 'strict-origin-when-cross-origin'
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.replace(/\s+/g, ' ').trim()}`)
    .join('; ')
}
