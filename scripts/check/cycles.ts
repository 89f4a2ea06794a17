/** The successors of each node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The cycles of a graph: its strongly connected components, found by Tarjan's algorithm, each sorted by name. */
export function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const index = new Map<string, number>()
  const stack: string[] = []

  function visit(node: string): number {
    const own = index.size
    index.set(node, own)
    let low = own
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, index.get(next) ?? low)
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }

  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
