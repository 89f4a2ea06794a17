const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
/** A line that may still become a list item: a stream's unfinished last line must not end a list too early. */
const listItemBegun = /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)?$/
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const indented = /^(?: {2,}|\t)/
const indentedCode = /^(?: {4}|\t)/
/** The start of a formula on its own lines, which ends at its closing mark or a blank line. */
const mathsStart = /^ {0,3}(\$\$|\\\[)/

type Kind = 'none' | 'fence' | 'list' | 'code' | 'maths' | 'other'

/**
 * Splits markdown into blocks that can be parsed separately, in one pass over its lines. Appended text changes only the
 * last block (an unfinished line may join the last but one), so that a streamed answer parses each block once.
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

/** CommonMark: an ordered list interrupts a paragraph only when it starts at 1, and an empty item never does. */
function interruptsParagraph(line: string): boolean {
  return /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/.test(line)
}

/** False where the formula ends in mid-line, because that is a line of text. */
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
