/** Everything by which a visitor begins to use a page. Pointers that only move are included: a press may follow. */
const uses = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input', 'change', 'scroll'] as const

/** What ends a press, with or without a click. */
const releases = ['pointerup', 'pointercancel', 'pointermove', 'keyup', 'blur'] as const

/** The click of a touch comes in a later task than its release. */
const CLICK_WITHIN_MS = 100

/**
 * A page's prerendered content (scripts/build/prerendered-pages.ts). It can be read, typed into and left by its links
 * before the app runs; the app takes its place together with what was typed and pressed (replace-static-page.ts).
 */
export class StaticPage {
  readonly content: HTMLElement
  /** The control that was pressed, which the app has to answer: its place among those that were held. */
  pressed: { among: string; index: number } | undefined
  #released: Promise<unknown> = Promise.resolve()

  constructor(content: HTMLElement) {
    this.content = content
    content.addEventListener('click', (event) => this.#hold(event), { capture: true })
    for (const name of ['pointerdown', 'keydown'] as const) {
      content.addEventListener(name, (event) => this.#awaitRelease(event), { capture: true, passive: true })
    }
  }

  /** Resolves when the visitor begins to use the page, or is near a part that only the app can show. */
  untilUsed(): Promise<void> {
    return new Promise((resolve) => {
      const controller = new AbortController()
      const near = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && end(),
        {
          rootMargin: '300px',
        },
      )
      const end = () => {
        controller.abort()
        near.disconnect()
        resolve()
      }
      for (const name of uses) {
        window.addEventListener(name, end, { capture: true, passive: true, signal: controller.signal })
      }
      for (const element of this.content.querySelectorAll('[data-needs-app]')) near.observe(element)
      if (this.#isTouched()) end()
    })
  }

  /** Resolves when nothing is being pressed: a control that is replaced before its release would get no click. */
  async untilReleased(): Promise<void> {
    for (let released: unknown; released !== this.#released; ) {
      released = this.#released
      await released
    }
  }

  /** Only the main button and the space bar click when they are released. */
  #awaitRelease(event: PointerEvent | KeyboardEvent): void {
    if ('key' in event ? event.key !== ' ' : event.button !== 0) return
    const before = this.#released
    this.#released = new Promise((resolve) => {
      const controller = new AbortController()
      const endAfter = (ms: number) => {
        setTimeout(() => {
          controller.abort()
          resolve(before)
        }, ms)
      }
      const options = { capture: true, passive: true, signal: controller.signal }
      // The browser follows a clicked link after the event, and only while it is in the document.
      window.addEventListener('click', () => endAfter(0), options)
      const onRelease = (next: Event) => {
        if (!isDrag(next)) endAfter(CLICK_WITHIN_MS)
      }
      for (const name of releases) window.addEventListener(name, onRelease, options)
    })
  }

  /** Holds a press until the app can answer it; that of a submit button holds the submission. */
  #hold(event: Event): void {
    // The links were rendered without the page's query, from which the app's links take the way back, and only the
    // app's links take along what was typed.
    const hasMore = location.search !== '' || fieldsIn(this.content).some((field) => Boolean(stateOf(field).value))
    const among = hasMore ? 'button, a' : 'button'
    const control = event.target instanceof Element ? event.target.closest(among) : null
    if (control === null) return
    event.preventDefault()
    this.pressed = { among, index: [...this.content.querySelectorAll(among)].indexOf(control) }
    control.setAttribute('aria-busy', 'true')
  }

  /** What happened before this script ran. */
  #isTouched(): boolean {
    return (
      this.content.contains(document.activeElement) ||
      fieldsIn(this.content).some(({ type, value, checked }) => (type === 'checkbox' ? checked : value !== ''))
    )
  }
}

/** Whether a pointer moves while it is pressed; one that moves unpressed was released where no event is received. */
const isDrag = (event: Event): boolean =>
  event.type === 'pointermove' && event instanceof PointerEvent && event.buttons > 0

/** The named input fields, which the app's form has by the same names. */
export const fieldsIn = (element: HTMLElement): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('input[name]'),
]

/** What was entered: the text, or for a checkbox whether it is ticked. */
export const stateOf = ({ type, value, checked }: HTMLInputElement) =>
  type === 'checkbox' ? { value: undefined, isChecked: checked } : { value, isChecked: undefined }
