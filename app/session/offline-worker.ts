// The service worker of this browser (app/worker). The development server has none.
import { workerPath } from '#shared/offline.ts'

/** Registers the worker, or looks for a newer one. A browser that refuses works as before. */
export function startOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register(workerPath)
    .catch((error: unknown) => console.warn('Pages are not available without a network.', error))
}

/** Removes the worker and what it stores. The next page that is loaded registers it again. */
export async function removeOfflineWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}
