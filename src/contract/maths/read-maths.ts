export interface Maths {
  raw: string
  tex: string
  /** True for a formula on its own line. */
  display: boolean
}

/** Longer formulas are shown as text. */
const DISPLAY_MAX = 4000
const INLINE_MAX = 400

const marks = [
  { open: '$$', close: '$$', display: true, max: DISPLAY_MAX },
  { open: '\\[', close: '\\]', display: true, max: DISPLAY_MAX },
  { open: '\\(', close: '\\)', display: false, max: DISPLAY_MAX },
] as const

/**
 * Returns the formula at the start of a text, or null. `before` is the preceding character. A single `$` starts a
 * formula only where it cannot be a price or a variable: the rules are Pandoc's, and the content must look like maths.
 */
export function readMaths(text: string, before: string): Maths | null {
  for (const { open, close, display, max } of marks) {
    if (!text.startsWith(open)) continue
    const end = text.slice(0, max).indexOf(close, open.length)
    if (end === -1) return null
    const tex = text.slice(open.length, end)
    if (/\n[ \t]*\n/.test(tex) || !looksLikeMaths(tex)) return null
    return { raw: text.slice(0, end + close.length), tex: tex.trim(), display }
  }
  return text.startsWith('$') ? readDollars(text, before) : null
}

function readDollars(text: string, before: string): Maths | null {
  if (/[\p{L}\p{N}$\\]/u.test(before) || /^\$[\s$]/.test(text)) return null
  const end = closingDollar(text.slice(0, INLINE_MAX))
  if (end === -1) return null
  const tex = text.slice(1, end)
  if (/\s$|\n[ \t]*\n/.test(tex) || /^[\p{L}\p{N}$]/u.test(text.slice(end + 1))) return null
  // "$5 each, or 3 for 12$" is an amount followed by text.
  if (/^\d/.test(tex) && !tex.includes('\\') && /[\s(][\p{L}]{2,}/u.test(tex)) return null
  return looksLikeMaths(tex) ? { raw: text.slice(0, end + 1), tex, display: false } : null
}

function closingDollar(text: string): number {
  for (let at = text.indexOf('$', 1); at !== -1; at = text.indexOf('$', at + 1)) {
    if (text[at - 1] !== '\\') return at
  }
  return -1
}

/** True for a command, a script or a relation; otherwise false when the text contains a word. */
function looksLikeMaths(tex: string): boolean {
  if (/[\\^_={}<>]/.test(tex)) return true
  return /[\p{L}\p{N}]/u.test(tex) && !/\p{L}{3,}/u.test(tex)
}
