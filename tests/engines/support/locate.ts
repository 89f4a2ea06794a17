export type Role = 'button' | 'link' | 'menuitem' | 'option' | 'combobox' | 'radio' | 'switch' | 'textbox'

export interface Wanted {
  role: Role
  /** Source of a regular expression for the accessible name. */
  name: string
}

/** The point to click, or the reason why there is none yet. */
export type Located = { x: number; y: number } | { problem: string }

/**
 * Runs in the page: finds the first visible, enabled element with that role and accessible name that nothing covers and
 * that has not moved since the previous look, and scrolls it into view; so it takes two looks, a moment apart.
 * Implements the part of the accessible name computation (https://www.w3.org/TR/accname-1.2/) that this app uses.
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
  // Not `textContent`: a button also contains its hidden text for the busy state.
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
  // A control that is only visible by its label, such as a radio button's own circle, is clicked there.
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

  // A page that moves between this look and the click must not make the click hit another element.
  const hasMoved = () => {
    const { left: nowLeft, top: nowTop } = face.getBoundingClientRect()
    return face.isConnected && (Math.abs(nowLeft - left) > 1 || Math.abs(nowTop - top) > 1)
  }
  window.testClick = 'none'
  // The listeners of the previous look remain when no click followed.
  window.testListeners?.abort()
  const once = new AbortController()
  window.testListeners = once
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const) {
    const check = (event: Event) => {
      const isHit = event.target instanceof Element && belongs(event.target)
      // A press here and a release elsewhere, because the page moved in between, is no click. What opens on the press
      // then covers the element, which has not moved.
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
    /** The element of the previous look, and its centre in pixels. */
    testPlace?: { face: Element; x: number; y: number }
  }
}

/** Runs in the page: whether the click after the last `locate` hit another element. */
export function wasMissed(): boolean {
  return window.testClick === 'missed'
}
