/**
 * Suppresses the click of the press that is going on, on whichever element it fires; the next press works again, and
 * so does a key or a screen reader, whose clicks have no count of presses (`detail`) and may come without a press.
 */
export function swallowPress(): void {
  const done = new AbortController()
  const swallow = (event: MouseEvent) => {
    if (event.type === 'click' && event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  const how = { capture: true, signal: done.signal }
  document.addEventListener('click', swallow, how)
  document.addEventListener('contextmenu', swallow, how)
  document.addEventListener('pointerdown', () => done.abort(), how)
}
