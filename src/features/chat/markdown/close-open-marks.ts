import { readMaths } from '#contract/maths/read-maths.ts'

/** A longer link text, formula or block is shown as it was written. */
const LABEL_MAX = 80
const MATHS_MAX = 400
const BLOCK_MAX = 40_000

/** A line that so far consists of marks only: it may become a list item, a heading, a rule, a task or a number. */
const undecidedLine =
  /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:[-+*=_]{1,3}|\d{1,9}[.)]?|#{1,6}|\|[|: \t-]*|\[(?:[ xX]\]?)?)?[ \t]*$/
const tableLine = /^[ \t]*\|/
const delimiterBegun = /^[ \t]*\|?[ \t|:-]*$/
const codeIndent = /^(?: {4}|\t)/
const fence = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/
/** The start of a line which cannot continue the paragraph before it. */
const newScope = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)]|#{1,6}|>)[ \t]|\|)/

/**
 * Prepares the last block of a streamed answer for the parser: marks that are still open are closed, and text whose
 * meaning the next characters decide is held back. So no raw mark is shown, and shown text never changes.
 */
export function closeOpenMarks(block: string): string {
  if (block.length > BLOCK_MAX || codeIndent.test(block)) return block
  const lines = block.split('\n')
  const open = openFence(lines)
  if (open !== null) return endFence(lines, open)
  const text = holdTable(holdLine(lines)).join('\n')
  const at = scopeStart(text)
  return text.slice(0, at) + closeInline(text.slice(at))
}

/** Returns the mark of a fence that is not closed, or null. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null
  for (const line of lines) {
    const mark = fence.exec(line)?.[1]
    if (open === null)
      open = mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes('`') ? mark : null
    else if (isFenceEnd(line, open)) open = null
  }
  return open
}

const isFenceEnd = (line: string, mark: string): boolean => {
  const own = line.trim()
  return own.length >= mark.length && own === mark.charAt(0).repeat(own.length)
}

/** Holds back a last line that may become the end of the fence. */
function endFence(lines: readonly string[], mark: string): string {
  const last = lines.at(-1)?.trim() ?? ''
  const isBegun = lines.length > 1 && last !== '' && last.length < mark.length && mark.startsWith(last)
  return (isBegun ? lines.slice(0, -1) : lines).join('\n')
}

function holdLine(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1) ?? ''
  return last !== '' && undecidedLine.test(last) ? [...lines.slice(0, -1), ''] : lines
}

/** Holds back the head of a table until its second line decides that it is one. */
function holdTable(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length
  let first = last
  while (first > 0 && tableLine.test(lines[first - 1] ?? '')) first -= 1
  const isUndecided =
    last - first === 1 || (last - first === 2 && last === lines.length && delimiterBegun.test(lines[last - 1] ?? ''))
  return isUndecided ? [...lines.slice(0, first), ''] : lines
}

/** Returns where the last paragraph, list item, heading or table cell begins: marks do not reach beyond it. */
function scopeStart(text: string): number {
  const body = text.trimEnd()
  let start = body.lastIndexOf('\n') + 1
  while (start > 0 && !newScope.test(body.slice(start))) {
    const before = body.lastIndexOf('\n', start - 2) + 1
    if (body.slice(before, start).trim() === '') break
    start = before
  }
  const line = body.slice(start)
  if (!tableLine.test(line)) return start
  return start + (/^(?:\\[\s\S]|[^\\])*\|/.exec(line)?.[0].length ?? 0)
}

interface Mark {
  mark: string
  /** Where its text begins. */
  at: number
}

/** Closes what is open in the text of one paragraph, and holds back its end while that is undecided. */
function closeInline(scope: string): string {
  const open: Mark[] = []
  let end = scope.length
  let at = 0
  while (at < end) {
    const rest = scope.slice(at)
    const char = rest.charAt(0)
    if (char === '\\' && !/^\\[([]/.test(rest)) {
      if (rest.length === 1) end = at
      at += 2
    } else if (char === '`') {
      const run = /^`+/.exec(rest)?.[0] ?? ''
      const close = closingRun(rest, run.length)
      if (close === -1) {
        // Backticks at the end may be the first of those that close the code.
        const code = rest.slice(run.length).replace(/`+$/, '').trimEnd()
        if (code !== '') return seal(scope.slice(0, at) + run + code + (code.endsWith('`') ? ' ' : '') + run, open)
        end = at
      } else at += close
    } else if (char === '$' || char === '\\') {
      const maths = readMaths(rest, scope.charAt(at - 1))
      if (maths) at += maths.raw.length
      else if (mayBecomeMaths(rest)) end = at
      else at += 1
    } else if (char === '[' || rest.startsWith('![')) {
      const link = readLink(rest)
      if (link === 'held') end = at
      else if (link !== null) return seal(scope.slice(0, at) + link.label, open)
      else at += 1
    } else if (char === ']' && /^\]\([^()\s]*\)/.test(rest)) {
      // The address of a finished link may hold marks.
      at += /^\]\([^()\s]*\)/.exec(rest)?.[0].length ?? 1
    } else if (char === '*' || char === '_' || char === '~') {
      const run = /^(?:\*+|_+|~+)/.exec(rest)?.[0] ?? ''
      if (at + run.length === end) end = at
      else emphasise(scope, at, run, open)
      at += run.length
    } else if (char === '&' && /^&#?\w{0,8}$/.test(rest)) {
      end = at
    } else if (/^https?:\/\/\S+/.test(rest)) {
      // An address that is shown as it is may hold underscores.
      at += /^https?:\/\/[^\s*`[\]]+/.exec(rest)?.[0].length ?? 1
    } else at += 1
  }
  return seal(scope.slice(0, end), open)
}

/** Returns the end of the run of exactly `length` backticks that closes the code at the start, or -1. */
function closingRun(text: string, length: number): number {
  const runs = /`+/g
  runs.lastIndex = length
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    if (run[0].length === length) return runs.lastIndex
  }
  return -1
}

/** True for a formula that is not closed yet; after a single `$`, false for a digit (price) or a word (variable). */
function mayBecomeMaths(text: string): boolean {
  if (text.length > MATHS_MAX || /\n[ \t]*\n/.test(text)) return false
  if (/^\\[([]/.test(text)) return !text.includes(text.startsWith('\\(') ? '\\)' : '\\]')
  if (text.startsWith('$$')) return !text.slice(2).includes('$$')
  return (
    /^\$(?:$|[^\s$\d])/.test(text) && !text.slice(1).includes('$') && !/(?:^|[^\\\p{L}])\p{L}{3,}/u.test(text.slice(1))
  )
}

/** `held`: it may become a link; null: it is none, or complete. `label`: the text of a link whose address is open. */
function readLink(text: string): 'held' | { label: string } | null {
  const from = text.startsWith('!') ? 2 : 1
  let depth = 1
  let at = from
  // The search for the end is bounded: many brackets that nothing closes would take quadratic time.
  for (; at < text.length && depth > 0 && at - from <= LABEL_MAX; at++) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === '[') depth += 1
    else if (char === ']') depth -= 1
  }
  if (depth > 0) return at - from <= LABEL_MAX ? 'held' : null
  const after = text.slice(at)
  if (after === '' || /^:[ \t]*$/.test(after)) return 'held'
  if (!after.startsWith('(') || /^\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/.test(after)) return null
  return /\n/.test(after) ? null : { label: text.slice(from, at - 1) }
}

/** Opens or closes an emphasis by the flanking rules of CommonMark. */
function emphasise(scope: string, at: number, run: string, open: Mark[]): void {
  const before = scope.charAt(at - 1)
  const after = scope.charAt(at + run.length)
  const isLeft = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
  const isRight = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
  const char = run.charAt(0)
  if (char === '~' && run.length !== 2) return
  const mayOpen = isLeft && (char !== '_' || !isRight || isPunctuation(before))
  const mayClose = isRight && (char !== '_' || !isLeft || isPunctuation(after))
  let left = run.length
  if (mayClose) {
    for (let last = open.at(-1); left > 0 && last !== undefined; last = open.at(-1)) {
      if (last.mark.charAt(0) !== char) {
        const found = open.findLastIndex(({ mark }) => mark.startsWith(char))
        if (found < 0) break
        open.length = found + 1
        continue
      }
      const taken = Math.min(left, last.mark.length)
      left -= taken
      if (taken === last.mark.length) open.pop()
      else last.mark = last.mark.slice(taken)
    }
  }
  if (left > 0 && mayOpen) open.push({ mark: char.repeat(left), at: at + run.length })
}

const isSpace = (char: string): boolean => char === '' || /\s/.test(char)
const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)

/** Closes the open marks, the last one first; one without a text yet is left out. */
function seal(text: string, open: readonly Mark[]): string {
  let shown = text.trimEnd()
  if (open.length === 0) return text
  let closing = ''
  for (const { mark, at } of [...open].reverse()) {
    if (closing === '' && shown.length <= at) shown = shown.slice(0, at - mark.length).trimEnd()
    else closing += mark
  }
  return shown + closing
}
