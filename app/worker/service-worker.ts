// The service worker. scripts/build-worker.ts bundles it to /service-worker.js and fills in the files of the build.
// TypeScript has the types of workers only in a library of their own, which excludes that of pages.
import type { BuildFiles } from '#shared/offline.ts'
import { createWorker } from './cache-rules.ts'

declare const buildFiles: BuildFiles

type Extended = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Event & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Scope = {
  addEventListener(name: 'install' | 'activate', listen: (event: Extended) => void): void
  addEventListener(name: 'fetch', listen: (event: FetchEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: ServiceWorkerRegistration
  location: Location
}

const scope = globalThis as unknown as Scope
const worker = createWorker(
  {
    caches,
    fetch: (request, init) => fetch(request, init),
    origin: scope.location.origin,
    browserLanguages: navigator.languages,
  },
  buildFiles,
)

// A newer worker takes over at once: it answers open pages of the build before as the older one did.
scope.addEventListener('install', (event) =>
  event.waitUntil(worker.install().then(() => scope.skipWaiting())),
)
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([worker.activate(), scope.registration.navigationPreload?.enable(), scope.clients.claim()]),
  ),
)
scope.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request, event.preloadResponse)
  if (answer) event.respondWith(answer)
})
