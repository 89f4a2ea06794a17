const fitsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Grows a textarea with its text where the browser does not do it by CSS; the style sheet bounds the height. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (fitsItself) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
