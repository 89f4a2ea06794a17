/** The properties of Babel's syntax tree that are used here. */
interface Node {
  type: string
  name?: string
  object?: Node
  property?: Node
  callee?: Node
  key?: Node
  properties?: readonly Node[]
  expression?: Node
}

/** Leaves out texts for people that StringLiteral alone does not cover: log lines and the causes of errors. */
function shouldIgnore({ node }: { node: Node }): string | undefined {
  // A whole statement that can be removed, or a call within one.
  const call = node.type === 'ExpressionStatement' ? node.expression : node
  const log = call?.type === 'CallExpression' ? call.callee?.object : undefined
  if (log && [log.name, log.property?.name].includes('log')) return 'a line of the log'
  const [only, ...more] = node.type === 'ObjectExpression' ? (node.properties ?? []) : []
  return only?.key?.name === 'cause' && more.length === 0 ? 'the cause behind an error' : undefined
}

/** Stryker looks for this name in a plugin. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }]
