/** The link targets of `[text][label]`, keyed by label in the normalised form of markdown. */
export type Definitions = ReadonlyMap<string, { href: string; title?: string }>

const definition =
  /^ {0,3}\[((?:\\.|[^[\]\\\n]){1,200})\]:[ \t]*(?:<([^<>\n]{0,2000})>|(\S{1,2000}))(?:[ \t]+(?:"([^"\n]*)"|'([^'\n]*)'|\(([^()\n]*)\)))?[ \t]*\r?$/gm
const mention = /\[((?:\\.|[^[\]\\]){1,200})\]/g
const mayDefine = /^ {0,3}\[/m
const fenced = /^ {0,3}(?:`{3}|~{3}|(?: {4}|\t))/
const none: Definitions = new Map()

const labelOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Collects the link reference definitions of an answer; of two with the same label, the first is used. */
export function collectDefinitions(blocks: readonly string[]): Definitions {
  let found: Map<string, { href: string; title?: string }> | undefined
  for (const block of blocks) {
    if (!mayDefine.test(block) || fenced.test(block)) continue
    for (const [, label = '', pointed, plain, ...titles] of block.matchAll(definition)) {
      found ??= new Map()
      const title = titles.find((each) => each !== undefined)
      const target = { href: pointed ?? plain ?? '', ...(title === undefined ? {} : { title }) }
      if (!found.has(labelOf(label))) found.set(labelOf(label), target)
    }
  }
  return found ?? none
}

/**
 * Returns the definitions that a block refers to as one string, so that the block is parsed again only when one of them
 * changes; empty for almost every block.
 */
export function definitionsNamed(block: string, all: Definitions): string {
  if (all.size === 0 || !block.includes('[') || fenced.test(block)) return ''
  const named = new Set([...block.matchAll(mention)].map(([, label = '']) => labelOf(label)))
  const entries = [...all].filter(([label]) => named.has(label))
  return entries.length === 0 ? '' : JSON.stringify(entries)
}
