import { common, createLowlight } from 'lowlight'
import type { Kind, Token } from './highlight-messages.ts'

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Node = Tree['children'][number]

const lowlight = createLowlight()

/** Maps the grammar's token names to kinds, one colour each; an unknown name inherits the kind of its parent token. */
const kinds: Readonly<Record<string, Kind | undefined>> = {
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-name': 'keyword',
  'hljs-section': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'number',
  'hljs-literal': 'number',
  'hljs-symbol': 'number',
  'hljs-bullet': 'number',
  'hljs-title': 'title',
  'hljs-selector-class': 'title',
  'hljs-selector-id': 'title',
  'hljs-built_in': 'type',
  'hljs-type': 'type',
  'hljs-class': 'type',
  'hljs-attr': 'attribute',
  'hljs-attribute': 'attribute',
  'hljs-variable': 'attribute',
  'hljs-template-variable': 'attribute',
  'hljs-property': 'attribute',
  'hljs-meta': 'attribute',
  'hljs-deletion': 'deletion',
}

/** Splits code into coloured tokens, in order; a grammar is registered at its first use. Throws without a grammar. */
export function tokenize(code: string, language: string): Token[] {
  if (!lowlight.registered(language)) {
    const grammar = Object.hasOwn(common, language) ? common[language] : undefined
    if (!grammar) throw new RangeError(`there is no grammar for ${language}`)
    lowlight.register(language, grammar)
  }
  const tokens: Token[] = []
  collect(lowlight.highlight(language, code).children, 'text', tokens)
  return tokens
}

/** The colour of a nested token replaces the colour of its parent, as with nested elements. */
function collect(nodes: readonly Node[], kind: Kind, tokens: Token[]): void {
  for (const node of nodes) {
    if (node.type === 'element') collect(node.children, kindOf(node) ?? kind, tokens)
    else if (node.type === 'text') {
      const last = tokens.at(-1)
      if (last?.[0] === kind) last[1] += node.value
      else tokens.push([kind, node.value])
    }
  }
}

function kindOf({ properties }: Extract<Node, { type: 'element' }>): Kind | undefined {
  const names = Array.isArray(properties.className) ? properties.className : []
  return names.map((name) => kinds[String(name)]).find((kind) => kind !== undefined)
}
