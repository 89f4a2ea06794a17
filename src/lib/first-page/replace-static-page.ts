import { fieldsIn, type StaticPage, stateOf } from './static-page.ts'

/**
 * Lets `render` replace the prerendered content synchronously, then repeats in the new one what was typed and pressed.
 * A control that is being pressed is not replaced before its release: it would get no click.
 */
export async function replaceStaticPage(page: StaticPage, root: HTMLElement, render: () => void): Promise<void> {
  await page.untilReleased()
  const { content, pressed } = page
  const typed = fieldsIn(content).map((field) => ({ name: field.name, ...stateOf(field) }))
  const { activeElement } = document
  const focused = fieldsIn(content).find((field) => field === activeElement)?.name
  const focusedButton = [...content.querySelectorAll('button, a')].indexOf(activeElement as HTMLElement)
  const { scrollX, scrollY } = window
  render()
  // The position changes where the new content was too short for a moment.
  if (window.scrollY !== scrollY) window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
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
  if (pressed !== undefined) root.querySelectorAll<HTMLElement>(pressed.among)[pressed.index]?.click()
}

/** Fills a field as a visitor does: React ignores a value that is set through the element's own property. */
function fill(field: HTMLInputElement, value: string | undefined, isChecked: boolean | undefined): void {
  if (isChecked !== undefined && field.checked !== isChecked) field.click()
  if (value === undefined || value === '' || field.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
