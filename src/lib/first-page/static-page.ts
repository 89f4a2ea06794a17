/** Everything by which a visitor begins to use a page. Pointers that only move are included: a press may follow. */
const uses = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input', 'change', 'scroll'] as const

/**
 * A page's prerendered content (scripts/build/prerendered-pages.ts). It can be read, typed into and left by its links
 * before the app runs; the app takes its place together with what was typed and pressed.
 */
export class StaticPage {
  readonly #content: HTMLElement
  /** The pressed control: its place among those that were held. */
  #pressed: { among: string; index: number } | undefined

  constructor(content: HTMLElement) {
    this.#content = content
    content.addEventListener('click', (event) => this.#hold(event), { capture: true })
  }

  /** Whether a button was pressed, which the app has to answer. */
  get isPressed(): boolean {
    return this.#pressed !== undefined
  }

  /** Resolves when the visitor begins to use the page, or is near a part that only the app can show. */
  untilUsed(): Promise<void> {
    return new Promise((resolve) => {
      const waiting = new AbortController()
      const near = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && end(),
        {
          rootMargin: '300px',
        },
      )
      const end = () => {
        waiting.abort()
        near.disconnect()
        resolve()
      }
      for (const name of uses) {
        window.addEventListener(name, end, { capture: true, passive: true, signal: waiting.signal })
      }
      for (const element of this.#content.querySelectorAll('[data-needs-app]')) near.observe(element)
      if (this.#isTouched()) end()
    })
  }

  /** Lets `render` replace the content synchronously, then repeats in the new one what was typed and pressed. */
  replaceBy(root: HTMLElement, render: () => void): void {
    const typed = fieldsIn(this.#content).map((field) => ({ name: field.name, ...stateOf(field) }))
    const { activeElement } = document
    const focused = fieldsIn(this.#content).find((field) => field === activeElement)?.name
    const focusedButton = [...this.#content.querySelectorAll('button, a')].indexOf(activeElement as HTMLElement)
    const { scrollX, scrollY } = window
    render()
    // The router begins a page at its top.
    if (scrollY > 0) window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    for (const { name, value, isChecked } of typed) {
      const field = fieldsIn(root).find((each) => each.name === name)
      if (!field) continue
      fill(field, value, isChecked)
      // The app answers a field that was left, for example by a check of the address.
      if (name !== focused && value) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
    const target =
      focused === undefined
        ? [...root.querySelectorAll<HTMLElement>('button, a')][focusedButton]
        : fieldsIn(root).find((field) => field.name === focused)
    target?.focus({ preventScroll: true })
    if (this.#pressed === undefined) return
    const { among, index } = this.#pressed
    root.querySelectorAll<HTMLElement>(among)[index]?.click()
  }

  /** Holds a press until the app can answer it; that of a submit button holds the submission. */
  #hold(event: Event): void {
    // The links were rendered without the page's query, from which the app's links take the way back, and only the app's
    // links take along what was typed.
    const hasMore = location.search !== '' || fieldsIn(this.#content).some((field) => Boolean(stateOf(field).value))
    const among = hasMore ? 'button, a' : 'button'
    const control = event.target instanceof Element ? event.target.closest(among) : null
    if (control === null) return
    event.preventDefault()
    this.#pressed = { among, index: [...this.#content.querySelectorAll(among)].indexOf(control) }
    control.setAttribute('aria-busy', 'true')
  }

  /** What happened before this script ran. */
  #isTouched(): boolean {
    return (
      this.#content.contains(document.activeElement) ||
      fieldsIn(this.#content).some(({ type, value, checked }) => (type === 'checkbox' ? checked : value !== ''))
    )
  }
}

const fieldsIn = (element: HTMLElement): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('input[name]'),
]

const stateOf = ({ type, value, checked }: HTMLInputElement) =>
  type === 'checkbox' ? { value: undefined, isChecked: checked } : { value, isChecked: undefined }

/** Fills a field as a visitor does: React ignores a value that is set through the element's own property. */
function fill(field: HTMLInputElement, value: string | undefined, isChecked: boolean | undefined): void {
  if (isChecked !== undefined && field.checked !== isChecked) field.click()
  if (value === undefined || value === '' || field.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
