const NAME = 'score-quote'
const LOOKUP_TIMEOUT_MS = 5_000

/** Marks a quote in an answer and scrolls to it; returns false when the answer is not in the page. */
export function showQuote(messageId: string, quote: string): boolean {
  const answer = document.querySelector(`[data-message="${messageId}"]`)
  if (answer === null) return false
  // Only there: the reasoning may have the same words.
  const text = answer.querySelector('[data-markdown]')
  const range = text && findQuote(text, quote)
  const element = range?.startContainer.parentElement ?? answer
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  if (range === null) return true
  const { startContainer, startOffset, endContainer, endOffset } = range
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
  else document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
  return true
}

/** Calls `showQuote` as soon as the answer is in the page; gives up silently after LOOKUP_TIMEOUT_MS. */
export function showQuoteSoon(messageId: string, quote: string): void {
  const arrived = new MutationObserver(() => {
    if (showQuote(messageId, quote)) stop()
  })
  const stop = () => {
    arrived.disconnect()
    clearTimeout(timer)
  }
  const timer = setTimeout(stop, LOOKUP_TIMEOUT_MS)
  arrived.observe(document.body, { childList: true, subtree: true })
}

export function hideQuote(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
}

/**
 * Returns the range of a quote in rendered text, or null: the first one of whole words, otherwise the first one. The
 * quote is markdown and the text is rendered, so only letters and digits are compared.
 */
export function findQuote(root: Node, quote: string): Range | null {
  const wanted = [...quote].filter(isWord).join('')
  if (wanted === '') return null
  let text = ''
  const positions: { node: Text; offset: number }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const textNode = node as Text
    let offset = 0
    for (const character of textNode.data) {
      if (isWord(character)) {
        text += character
        for (let unit = 0; unit < character.length; unit += 1) positions.push({ node: textNode, offset: offset + unit })
      }
      offset += character.length
    }
  }
  /** Whether a letter or digit stands directly before the one at an index. */
  const isInWord = (index: number) => {
    const [before, here] = [positions[index - 1], positions[index]]
    return before?.node === here?.node && before?.offset === (here?.offset ?? 0) - 1
  }
  let at = text.indexOf(wanted)
  for (let next = at; next >= 0; next = text.indexOf(wanted, next + 1)) {
    if (isInWord(next) || isInWord(next + wanted.length)) continue
    at = next
    break
  }
  const [first, last] = [positions[at], positions[at + wanted.length - 1]]
  if (at < 0 || !first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
