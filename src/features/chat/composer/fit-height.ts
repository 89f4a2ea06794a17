const fitsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Grows a textarea with its text in browsers without CSS `field-sizing`; the style sheet limits the height. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (fitsItself) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
