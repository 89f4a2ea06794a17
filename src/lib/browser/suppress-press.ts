/**
 * Suppresses the click and the context menu of the current press, on whichever element; the next press works again, and
 * so does a key or a screen reader, whose clicks have no count of presses (`detail`) and may come without a press.
 */
export function suppressPress(): void {
  const controller = new AbortController()
  const suppress = (event: MouseEvent) => {
    if (event.type === 'click' && event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  const how = { capture: true, signal: controller.signal }
  document.addEventListener('click', suppress, how)
  document.addEventListener('contextmenu', suppress, how)
  document.addEventListener('pointerdown', () => controller.abort(), how)
}
