export type Role = 'button' | 'link' | 'menuitem' | 'option' | 'combobox' | 'radio' | 'switch' | 'textbox'

export interface Wanted {
  role: Role
  /** Source of a regular expression for the accessible name. */
  name: string
}

/** Where it can be clicked, or why not yet. */
export type Located = { x: number; y: number } | { problem: string }

/**
 * Runs in the page: finds the first visible, enabled element with that role and accessible name that nothing covers and
 * that lies where the look before found it, and scrolls it into view; so it takes two looks, a moment apart. A small part
 * of the computation of names (https://www.w3.org/TR/accname-1.2/): what this app uses of it.
 */
export function locate({ role, name }: Wanted): Located {
  const selectors: Record<Role, string> = {
    button: 'button:not([role]), [role=button]',
    link: 'a[href]:not([role])',
    menuitem: '[role=menuitem]',
    option: '[role=option]',
    combobox: '[role=combobox]',
    radio: '[role=radio], input[type=radio]',
    switch: '[role=switch]',
    textbox: 'textarea, input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), [role=textbox]',
  }
  const wanted = new RegExp(name)
  // Not `textContent`: a button keeps the words for when it is busy, unseen, beside the others.
  const textOf = (element: Element) =>
    (element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')).replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const named = ids.flatMap((id) => document.getElementById(id) ?? [])
    if (named.length > 0) return named.map(textOf).join(' ')
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    const labels = 'labels' in element ? (element.labels as NodeListOf<Element> | null) : null
    return labels && labels.length > 0 ? [...labels].map(textOf).join(' ') : textOf(element)
  }
  // A control that only its label shows, as a radio button's own circle, is pressed there.
  const faceOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width * height > 16 ? element : (element.closest('label') ?? element)
  }
  const isReachable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]')
  const found = [...document.querySelectorAll(selectors[role])].filter((each) => wanted.test(nameOf(each)))
  const element = found.find((each) => isReachable(faceOf(each)))
  if (!element) return { problem: found.length > 0 ? 'is hidden' : 'is not there' }
  if (element.matches(':disabled, [aria-disabled=true]')) return { problem: 'is disabled' }
  const face = faceOf(element)
  face.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = face.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const before = window.testPlace
  // Not animation frames: a window that the system does not show may have none.
  window.testPlace = { face, x, y }
  if (before?.face !== face || before.x !== x || before.y !== y) return { problem: 'is moving' }
  const belongs = (hit: Element) => face.contains(hit) || hit.closest('label')?.contains(element) === true
  const hit = document.elementFromPoint(x, y)
  if (!hit || !belongs(hit)) return { problem: `is covered by ${hit?.outerHTML.slice(0, 120)}` }

  // What moves between this look and the click must not let the click fall on something else.
  const hasMoved = () => {
    const { left: nowLeft, top: nowTop } = face.getBoundingClientRect()
    return face.isConnected && (Math.abs(nowLeft - left) > 1 || Math.abs(nowTop - top) > 1)
  }
  window.testClick = 'none'
  // Those of the last look are still there when no click followed.
  window.testListeners?.abort()
  const once = new AbortController()
  window.testListeners = once
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const) {
    const check = (event: Event) => {
      const isHit = event.target instanceof Element && belongs(event.target)
      // Pressed here and let go elsewhere, because the page moved in between, is no click. What opens at the press lies
      // above the element then, which has not moved.
      const isLost = type === 'pointerdown' ? !isHit : type !== 'click' && !isHit && hasMoved()
      if (window.testClick !== 'missed') window.testClick = isLost ? 'missed' : 'hit'
      if (window.testClick === 'missed') {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (type === 'click') once.abort()
    }
    addEventListener(type, check, { capture: true, signal: once.signal })
  }
  return { x, y }
}

declare global {
  interface Window {
    testClick?: 'none' | 'hit' | 'missed'
    testListeners?: AbortController
    /** What the last look found, and its middle in pixels. */
    testPlace?: { face: Element; x: number; y: number }
  }
}

/** Runs in the page: whether the click for which the last `locate` looked fell on something else. */
export function wasMissed(): boolean {
  return window.testClick === 'missed'
}
