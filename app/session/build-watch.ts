// Detects a newer build: React Router's own manifest says whether the server still serves the version of this page.
declare global {
  interface Window {
    __reactRouterManifest?: { version: string }
  }
}

/** B26. */
const intervalMs = 60_000

/**
 * Checks once a minute while the tab is visible. A failed check is only logged to the console (O12). Calls `onNewer`
 * once.
 */
export function watchBuild(onNewer: () => void): () => void {
  let lookedAt = Date.now()
  let isOver = false
  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < intervalMs) return
    lookedAt = Date.now()
    try {
      if (!(await isNewerOut()) || isOver) return
      stop()
      onNewer()
    } catch (error) {
      console.warn('The latest build could not be looked up.', error)
    }
  }
  const timer = setInterval(look, intervalMs)
  // A hidden tab checks as soon as it is visible again.
  const wake = () => void look()
  document.addEventListener('visibilitychange', wake)
  function stop(): void {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', wake)
  }
  return stop
}

/** The router answers 204 with this header when another version is served (react-router, server-runtime, manifest requests). */
async function isNewerOut(): Promise<boolean> {
  const version = window.__reactRouterManifest?.version
  // The development server has one version only.
  if (!version) return false
  const response = await fetch(
    `/${document.documentElement.lang}/__manifest?version=${encodeURIComponent(version)}&paths=`,
    { cache: 'no-store' },
  )
  if (!response.ok) throw new Error(`The manifest answered ${response.status}.`)
  return response.headers.has('X-Remix-Reload-Document')
}
