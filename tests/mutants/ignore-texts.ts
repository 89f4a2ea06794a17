/** What is looked at of Babel's syntax tree. */
interface Node {
  type: string
  name?: string
  object?: Node
  property?: Node
  callee?: Node
  key?: Node
  properties?: readonly Node[]
}

/** Leaves out what only people read, where StringLiteral alone does not: log lines and the cause behind an error. */
function shouldIgnore({ node }: { node: Node }): string | undefined {
  const log = node.type === 'CallExpression' ? node.callee?.object : undefined
  if (log && [log.name, log.property?.name].includes('log')) return 'a line of the log'
  const [only, ...more] = node.type === 'ObjectExpression' ? (node.properties ?? []) : []
  return only?.key?.name === 'cause' && more.length === 0 ? 'the cause behind an error' : undefined
}

/** Stryker looks for this name in a plugin. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }]
