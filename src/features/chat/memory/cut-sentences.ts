/** After a single letter ("J. R. Smith", "a.m.") or a title, a stop ends no sentence. */
const short = '(?:\\p{L}|[Dd]ra?|[Mm]rs?|[Mm]s|[Ss]t|[Ss]ra?|[Ss]rta|[Dd]ña|[Pp]rof)\\.(?=\\s)'
/** Nor do marks before anything but a space: "2.5 mg", "example.com". */
const inner = '[.!?…][.!?…"”’»\')]*(?=[^\\s.!?…"”’»\')])'
const sentences = new RegExp(`(?:${short}|${inner}|[\\p{L}\\p{N}]+|[^\\p{L}\\p{N}.!?…])+[.!?…"”’»')]*`, 'gu')

/** Cuts a line into its sentences, each with the marks at its end. */
export const cutSentences = (line: string): string[] => (line.match(sentences) ?? []).map((each) => each.trim())
