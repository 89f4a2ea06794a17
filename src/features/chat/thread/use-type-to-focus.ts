import { type RefObject, useLayoutEffect } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import type { ComposerHandle } from '../composer/composer-handle.ts'

/** What has the focus after a click beside every field: a click in the messages focuses the region that scrolls. */
const NO_FIELD = 'body, #main, a, [data-messages]'

/**
 * Text that is typed while the page, a link or the list of messages has the focus, as after a click in the messages
 * or in the list of chats, goes to the composer: the key's default action types into the field that has the focus by
 * then. A layout effect adds the listener, so that it works as soon as the composer is shown, also while the messages
 * are still being read.
 */
export function useTypeToFocus(composer: RefObject<ComposerHandle | null>): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isText(event) && !hasOpenPopup()) composer.current?.focus()
    }
    // On the window, after the shortcuts, which the document handles.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [composer])
}

/** A space scrolls the page, and with a modifier a key is a command. */
function isText({ key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false
  return [...key].length === 1 && key !== ' ' && target instanceof Element && target.matches(NO_FIELD)
}
