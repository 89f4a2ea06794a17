/** Markdown without the signs that a screen reader would spell out; the words stay as they are. */
export function speakable(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^ {0,3}#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*+]|>)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]{1,3}|~~/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
