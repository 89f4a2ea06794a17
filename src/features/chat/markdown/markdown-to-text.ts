const fences = /^ {0,3}(?:`{3,}|~{3,}).*$/gm
const fencedCode = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm
/** The groups are asterisks that mark nothing, such as that of `2 * 3`: escaped, or between spaces or digits. */
const marks = /\\(\*)|([ \t]\*+(?=[ \t])|\d\*(?=\d))|[*`]{1,3}|~~/g

/** Removes the markdown marks which a voice would spell out. `code: false` also leaves code blocks out. */
export function markdownToText(markdown: string, { code }: { code: boolean } = { code: true }): string {
  return markdown
    .replace(code ? fences : fencedCode, '')
    .replace(/^ {0,3}\[[^\]\n]+\]:[ \t]*\S+.*$/gm, '')
    .replace(/^ {0,3}#{1,6}\s+/gm, '')
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}:?[ \t|:-]*$/gm, '')
    .replace(/^[ \t]*(?:(?:[-*_][ \t]*){3,})$/gm, '')
    .replace(/^(?:[ \t]*(?:[-*+]|>)[ \t]+)+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join(', '),
    )
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/\\[()[\]]|\$\$/g, ' ')
    .replace(/(^|[^\p{L}\p{N}])_{1,3}(?=\S)/gu, '$1')
    .replace(/(\S)_{1,3}(?![\p{L}\p{N}])/gu, '$1')
    .replace(marks, '$1$2')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
