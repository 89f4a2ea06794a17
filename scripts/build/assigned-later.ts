import { childrenOf, isNode, type Node } from './walk.ts'

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Which of these names of a module are assigned inside its functions, that is perhaps after it has been evaluated. */
export function assignedLater(program: Node, names: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const visit = (node: Node, hidden: ReadonlySet<string>, isInside: boolean) => {
    const isFunction = functions.has(node.type)
    const own = isFunction ? new Set([...hidden, ...declaredIn(node)]) : hidden
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null
    if (isInside && isNode(target)) {
      for (const name of namesIn(target)) if (names.has(name) && !own.has(name)) found.add(name)
    }
    for (const child of childrenOf(node)) visit(child, own, isInside || isFunction)
  }
  visit(program, new Set(), false)
  return [...found]
}

/** Parameters and variables of a function, without those of the functions in it. */
function declaredIn(node: Node): Set<string> {
  const names = new Set<string>()
  const add = (pattern: unknown) => {
    if (isNode(pattern)) for (const name of namesIn(pattern)) names.add(name)
  }
  for (const parameter of node.params as Node[]) add(parameter)
  if (node.type === 'FunctionExpression') add(node.id)
  const look = (inner: Node) => {
    if (
      inner.type === 'VariableDeclarator' ||
      inner.type === 'FunctionDeclaration' ||
      inner.type === 'ClassDeclaration'
    )
      add(inner.id)
    if (inner.type === 'CatchClause') add(inner.param)
    if (functions.has(inner.type)) return
    childrenOf(inner).forEach(look)
  }
  childrenOf(node).forEach(look)
  return names
}

/** The variables that a pattern names; of `a.b` and `a[b]` none, which change no variable. */
function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'AssignmentPattern':
      return isNode(pattern.left) ? namesIn(pattern.left) : []
    case 'Property':
      return isNode(pattern.value) ? namesIn(pattern.value) : []
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return childrenOf(pattern).flatMap(namesIn)
    default:
      return []
  }
}
