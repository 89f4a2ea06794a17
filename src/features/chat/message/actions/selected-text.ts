/** Returns the selected text inside a message; empty when nothing is selected there. */
export function selectedTextWithin(messageId: string): string {
  const selection = window.getSelection()
  const article = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (!selection || !article?.contains(selection.anchorNode) || !article.contains(selection.focusNode)) return ''
  return selection.toString().trim()
}
