import { useEffect, useState, type ComponentType } from 'react'
import { whenOnline } from './chunk-errors.ts'

/**
 * A component of every page that is needed only after hydration: its code loads later, and nothing waits for it. Unlike
 * a `lazy` component it is no boundary that React hydrates later (decision 015).
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      whenOnline(load, false)
        .then((part) => {
          loaded = part
          setPart(() => part)
        })
        .catch((error: unknown) => console.warn('A part of the page could not be loaded.', error))
    }, [])
    return Part && <Part {...props} />
  }
}
