// Links to videos of YouTube and Vimeo, which a text shows as cards. A card is a link: it loads nothing of the other
// site, and a press opens the video there.

export type VideoLink = {
  site: 'YouTube' | 'Vimeo'
  /** The address as people write it, without scheme and parameters of tracking. */
  address: string
}

const youTubeId = /^[\w-]{11}$/
/** A second part unlocks a video that is not listed. */
const vimeoPath = /^\/(?:video\/)?(\d{6,12})(?:\/([0-9a-f]{6,16}))?\/?$/

/** The video that a link leads to, or null for every other page of these sites and all others. */
export function readVideoLink(href: string): VideoLink | null {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null
  const { hostname, pathname, searchParams, username, port } = new URL(href)
  if (username || port) return null
  const host = hostname.replace(/^(?:www|m)\./, '')
  if (host === 'youtube.com' || host === 'youtu.be') {
    const id = readYouTubeId(host, pathname, searchParams)
    return id !== null && youTubeId.test(id) ? { site: 'YouTube', address: `youtu.be/${id}` } : null
  }
  const vimeo = host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeoPath.exec(pathname) : null
  if (!vimeo) return null
  return { site: 'Vimeo', address: `vimeo.com/${vimeo.slice(1).filter(Boolean).join('/')}` }
}

function readYouTubeId(host: string, path: string, parameters: URLSearchParams): string | null {
  const [first = '', second = ''] = path.split('/').filter(Boolean)
  if (host === 'youtu.be') return first
  if (first === 'watch') return parameters.get('v')
  return ['shorts', 'live', 'embed'].includes(first) ? second : null
}
