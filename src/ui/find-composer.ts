/**
 * Returns what a user continues with after closing something above the composer of a chat: the composer, else the
 * messages. A touch device would open its on-screen keyboard for the composer.
 */
export function findComposer(): HTMLElement | null {
  const composer = window.matchMedia('(pointer: fine)').matches
    ? // An edited question has a field too, before the composer.
      [...document.querySelectorAll<HTMLElement>('form textarea:enabled')].at(-1)
    : undefined
  return composer ?? document.querySelector<HTMLElement>('[data-messages]') ?? document.getElementById('main')
}
