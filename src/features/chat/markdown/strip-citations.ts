/** Code, a single run of backticks, the number in `[text][1]`, and citations. Without lookbehind, see decision 043. */
const parts = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)|`+|\](?:\[\d{1,3}\])+| ?(?:\[\d{1,3}\](?![(:]))+/g

/** Removes the numbers of sources, such as ` [1][2]`, which a voice would read as part of the sentence; not in code. */
export function stripCitations(markdown: string): string {
  return markdown.replace(parts, (found) => (/^[`\]]/.test(found) ? found : ''))
}
