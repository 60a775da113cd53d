import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * A toolbar after the ARIA practices: one tab stop, arrow keys between its buttons, Home and End to the first and the
 * last.
 * Spread the result on the element with the role.
 */
export function useRovingFocus() {
  const bar = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement>(null)
  const list = () => [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const rove = (to: HTMLElement | undefined) => {
    current.current = to ?? null
    for (const button of list()) button.tabIndex = button === to ? 0 : -1
  }
  // The buttons depend on the selection in the text.
  useLayoutEffect(() => {
    const buttons = list()
    rove(buttons.find((button) => button === current.current) ?? buttons[0])
  })
  return {
    ref: bar,
    onFocus: ({ target }: { target: Element }) => {
      if (target instanceof HTMLButtonElement) rove(target)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const buttons = list()
      const index = buttons.indexOf(event.target as HTMLElement)
      const isMirrored = bar.current !== null && getComputedStyle(bar.current).direction === 'rtl'
      const step = (steps[event.key] ?? 0) * (isMirrored ? -1 : 1)
      const next =
        event.key === 'Home'
          ? buttons[0]
          : event.key === 'End'
            ? buttons.at(-1)
            : step === 0
              ? undefined
              : buttons[(index + step + buttons.length) % buttons.length]
      if (!next || index < 0) return
      event.preventDefault()
      next.focus()
    },
  }
}
