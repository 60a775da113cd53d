// A member whose session ended while writing signs in in another window. That window notifies the page, and the page
// its components.
import { useEffect, useEffectEvent } from 'react'

const channelName = 'munjang-session'
const pageEvent = 'munjang:signed-in'

export type SessionNews = 'signed-in' | 'signed-out'

/** Notifies all pages of this browser, including this document. */
export function notifyPages(news: SessionNews): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(news)
  channel.close()
}

/** @returns a function that ends it */
export function listenToPages(tell: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => tell(data as SessionNews)
  return () => channel.close()
}

/** This page has its session again. */
export const notifyComponents = (): void => void window.dispatchEvent(new Event(pageEvent))

/** For what could not be sent without a session: it is called when there is one again. */
export function useSignedInAgain(send: () => void): void {
  const again = useEffectEvent(send)
  useEffect(() => {
    const listen = () => again()
    window.addEventListener(pageEvent, listen)
    return () => window.removeEventListener(pageEvent, listen)
  }, [])
}
