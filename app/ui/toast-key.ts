import { toastKey } from './toast.tsx'

/** Takes the keyboard to the newest toast, for as long as the page is open. @returns a function that stops it */
export function listenForToastKey(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== toastKey) return
    const newest = [...document.querySelectorAll('[data-toast]:not([data-leaving])')].at(-1)
    newest?.querySelector('button')?.focus()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}
