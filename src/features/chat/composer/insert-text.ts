/**
 * Inserts text at the caret, separated by spaces from the text around it, and replaces the selection. Fires an `input`
 * event, because a change by script fires none.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  const before = value.slice(0, selectionStart)
  const after = value.slice(selectionEnd)
  const inserted = `${before === '' || /\s$/.test(before) ? '' : ' '}${text}${/^\S/.test(after) ? ' ' : ''}`
  field.setRangeText(inserted, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: inserted }))
}
