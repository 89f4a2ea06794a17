const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
/** What may still grow into a list item: the unfinished last line of a stream must not close a list too early. */
const listItemBegun = /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)?$/
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const indented = /^(?: {2,}|\t)/
const indentedCode = /^(?: {4}|\t)/
/** A formula on lines of its own: what looks like a list or a rule in it is none. It ends at its mark or a blank line. */
const mathsStart = /^ {0,3}(\$\$|\\\[)/

type Kind = 'none' | 'fence' | 'list' | 'code' | 'maths' | 'other'

/**
 * Cuts markdown into blocks that can be parsed apart, in one pass over its lines. Text that is added at the end
 * changes only the last block (a line that is still being written may join the last but one), so that a streamed
 * answer parses each block once.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let kind = 'none' as Kind
  let fence = ''
  let start = 0
  let end = 0
  let blank = false
  const close = () => {
    if (kind !== 'none') blocks.push(text.slice(start, end))
    kind = 'none'
  }
  const open = (next: Kind, at: number) => {
    close()
    kind = next
    start = at
  }

  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const next = newline === -1 ? text.length : newline + 1
    const line = text.slice(at, newline === -1 ? next : newline).replace(/\r$/, '')
    if (kind === 'fence') {
      end = next
      if (closesFence(line, fence)) close()
    } else if (line.trim() === '') {
      if (kind === 'maths') close()
      blank = true
    } else if (kind === 'maths') {
      end = next
      if (line.includes(fence) && newline !== -1) close()
    } else {
      const inList = kind === 'list' && indented.test(line)
      const mark = inList ? undefined : fenceStart.exec(line)?.[1]
      if (mark !== undefined) {
        open('fence', at)
        fence = mark
      } else if (!inList && opensMaths(line)) {
        open('maths', at)
        fence = closingOf(line)
        end = next
        if (newline !== -1 && closesAtOnce(line)) close()
      } else if (kind === 'list') {
        if (!inList && endsList(line, blank, newline === -1)) open(kindOf(line), at)
      } else if (heading.test(line)) {
        open('other', at)
      } else if (kind === 'code') {
        if (!indentedCode.test(line)) open(kindOf(line), at)
      } else if (kind === 'none' || blank) {
        open(kindOf(line), at)
      } else if (listItem.test(line) && !rule.test(line) && interruptsParagraph(line)) {
        open('list', at)
      }
      end = next
      blank = false
      if (kind === 'other' && heading.test(line) && newline !== -1) close()
    }
    at = next
  }
  close()
  return blocks
}

function kindOf(line: string): Kind {
  if (indentedCode.test(line)) return 'code'
  return listItem.test(line) && !rule.test(line) ? 'list' : 'other'
}

function endsList(line: string, blank: boolean, unfinished: boolean): boolean {
  if (heading.test(line) || rule.test(line)) return true
  if (!blank || listItem.test(line)) return false
  return !(unfinished && listItemBegun.test(line))
}

/** CommonMark: an ordered list may interrupt a paragraph only when it starts at 1, and no empty item may. */
function interruptsParagraph(line: string): boolean {
  return /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/.test(line)
}

/** Not where the formula ends in mid-line: that is a line of text. */
function opensMaths(line: string): boolean {
  return mathsStart.test(line) && (closesAtOnce(line) || !restOfMaths(line).includes(closingOf(line)))
}

function closesAtOnce(line: string): boolean {
  return restOfMaths(line)
    .replace(/[.,;]?\s*$/, '')
    .endsWith(closingOf(line))
}

const restOfMaths = (line: string) => line.replace(mathsStart, '')
const closingOf = (line: string) => (line.trimStart().startsWith('$$') ? '$$' : '\\]')

function closesFence(line: string, fence: string): boolean {
  const trimmed = line.trim()
  return /^ {0,3}\S/.test(line) && trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length)
}
