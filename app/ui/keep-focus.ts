// Focus never falls to the body, where the next Tab would begin at the top of the page and screen readers lose their place.

const headings = 'h1, h2, h3'
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex], [contenteditable="true"]'

/** Focuses an element, also one that is not focusable by itself. @param isScrolling scrolls it into view as well */
function focusElement(element: HTMLElement, isScrolling = false): void {
  if (!element.matches(focusable)) element.tabIndex = -1
  element.focus({ preventScroll: true })
  if (isScrolling) element.scrollIntoView({ block: 'nearest' })
}

/**
 * Focuses the heading of a page that was just shown. A page with an autofocused field keeps the focus there.
 * If the code of the page's part is still loading, its heading gets the focus when it has loaded.
 * @returns a function that stops waiting for it
 */
export function focusPage(): () => void {
  const { activeElement } = document
  const main = document.querySelector('main')
  if (!main || (main.contains(activeElement) && activeElement?.matches('input, textarea')))
    return () => undefined
  const heading = findVisible(main, 'h1')
  focusElement(heading ?? main)
  const observer = new MutationObserver(() => {
    const late = findVisible(main, 'h1')
    if (!late) return
    observer.disconnect()
    if (document.activeElement === main) focusElement(late)
  })
  if (!heading) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const hidingAttributes = new Set(['hidden', 'inert', 'open'])

/** The last focused element with its ancestors, nearest first, and the focus before a dialog or panel opened. */
type Held = { element: HTMLElement; around: Element[]; isSeen: boolean; opener: Held | null }
/** The node that was just removed around the focus, and its neighbours. */
type Removed = { node: Node; neighbours: (Node | null)[] }

/**
 * Watches the document. When the focused element disappears, the nearest remaining element gets the focus.
 * A button that was disabled during its work gets the focus back. It never ends.
 * @param focused the composed path of the earlier focus: users begin before this code has loaded
 */
export function keepFocus(focused: EventTarget[]): void {
  const [first, ...around] = focused.filter((each) => each instanceof HTMLElement)
  let held = first && first !== document.body ? hold(first, null, around) : null
  let removed: Removed[] = []
  let frame = 0

  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body) held = hold(target, held)
    removed = []
  }
  // A press on an empty area removes the focus, which is intended.
  const onPress = () => {
    if (document.activeElement === document.body) held = null
  }
  const check = () => {
    frame = 0
    if (!held || (document.activeElement !== document.body && document.activeElement !== held.element)) return
    if (held.element.isConnected && held.element.matches(':disabled')) return
    // Nothing to do while it keeps the focus: scrolling a long editor into view would move the page.
    if (document.activeElement === held.element && canTakeFocus(held.element)) return
    const next = canTakeFocus(held.element) ? held.element : (findLine(removed) ?? findPlace(held))
    if (next) focusElement(next, held.isSeen)
  }
  // Components that move the focus themselves have priority.
  const checkNext = () => {
    frame ||= requestAnimationFrame(check)
  }
  const observer = new MutationObserver((records) => {
    if (!held) return
    for (const { attributeName, removedNodes, nextSibling, previousSibling } of records) {
      // The browser removes the focus from a hidden element a moment later.
      if (hidingAttributes.has(attributeName ?? '')) checkNext()
      for (const node of removedNodes)
        if (node === held.element || held.around.includes(node as Element))
          removed.push({ node, neighbours: [nextSibling, previousSibling] })
    }
    if (document.activeElement === document.body) checkNext()
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  // A rotated screen hides elements of the other orientation's layout, and a closed panel hides its content.
  window.addEventListener('resize', checkNext)
  document.addEventListener('toggle', checkNext, true)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('click', onPress, true)
  checkNext()
}

function hold(element: HTMLElement, before: Held | null, around = listAround(element)): Held {
  return { element, around, isSeen: element.matches(':focus-visible'), opener: findOpener(element, before) }
}

function listAround(element: HTMLElement): Element[] {
  const around: Element[] = []
  for (let parent = element.parentElement; parent; parent = parent.parentElement) around.push(parent)
  return around
}

const panelOf = (held: Held | null) => held && findPanel([held.element, ...held.around])
const findPanel = (elements: Element[]) => elements.find((each) => each.matches('dialog, [popover]')) ?? null

function findOpener(element: HTMLElement, before: Held | null): Held | null {
  const panel = element.closest('dialog, [popover]')
  if (!panel || !before) return null
  if (panelOf(before) === panel) return before.opener
  return panelOf(before.opener) === panel ? (before.opener?.opener ?? null) : before
}

/** For a line removed from a list: the first focusable element in the line that replaced it, or in the line above. */
function findLine(removed: Removed[]): HTMLElement | null {
  const line = removed.find(({ node }) => node instanceof Element && node.matches('li, tr'))
  const neighbours = line?.neighbours ?? []
  return (
    neighbours.map((node) => (node instanceof Element ? findVisible(node, focusable) : null)).find(Boolean) ??
    null
  )
}

/**
 * The heading of the nearest remaining section of the page. For a closed dialog or panel, or one without a heading, its
 * opener.
 */
function findPlace(held: Held): HTMLElement | null {
  const { around, opener } = held
  const panel = panelOf(held)
  const inside = panel ? around.slice(0, around.indexOf(panel) + 1) : around
  const parts = inside.filter(
    (each) => each.matches('section, article, li, form, dialog, main') && isVisible(each),
  )
  for (const part of parts) {
    const heading = findVisible(part, headings)
    if (heading) return heading
  }
  if (panel && opener) return canTakeFocus(opener.element) ? opener.element : findPlace(opener)
  const main = document.querySelector('main')
  return main && (findVisible(main, 'h1') ?? main)
}

const isVisible = (element: Element) => element.isConnected && element.checkVisibility()
const canTakeFocus = (element: HTMLElement) =>
  isVisible(element) && !element.matches(':disabled') && element.closest('[inert]') === null
const findVisible = (part: Element, selector: string) =>
  [...part.querySelectorAll<HTMLElement>(selector)].find(isVisible) ?? null
