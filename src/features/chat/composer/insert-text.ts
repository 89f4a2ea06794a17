/**
 * Puts words where the caret is, with a space to what stands around them; what is selected gives way. Fires the `input`
 * event that typing would: a change by script has none of its own.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  const before = value.slice(0, selectionStart)
  const after = value.slice(selectionEnd)
  const inserted = `${before === '' || /\s$/.test(before) ? '' : ' '}${text}${/^\S/.test(after) ? ' ' : ''}`
  field.setRangeText(inserted, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: inserted }))
}
