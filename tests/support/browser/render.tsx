import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { activateLanguage, i18n } from '#i18n/i18n.ts'

/** Renders React elements in English, and removes them after the test. */
export async function render(children: ReactNode): Promise<HTMLElement> {
  await activateLanguage('en')
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await interact(() => root.render(<I18nProvider i18n={i18n}>{children}</I18nProvider>))
  onTestFinished(async () => {
    await interact(() => root.unmount())
    container.remove()
  })
  return container
}

/** Does something that a user would do, and waits for its immediate effects; for later ones use `vi.waitFor`. */
export async function interact(action: () => unknown): Promise<void> {
  // React queues its work for `act` only here; later updates are rendered as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  try {
    await act(async () => action())
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  }
}

/** Types into an input with the events that React listens to. */
export async function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  await interact(() => {
    input.focus()
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Waits until `find` no longer throws, as for what a query of the database renders, and until its effects have run. */
export async function waitToRender<T>(find: () => T): Promise<T> {
  const found = await vi.waitFor(find)
  await interact(() => undefined)
  return found
}
