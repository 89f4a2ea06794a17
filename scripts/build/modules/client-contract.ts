import { type Plugin, parseSync, Visitor } from 'vite'

/** What only the server and its documentation read of an endpoint. */
const ofServer = new Set(['summary', 'errors'])

/** Leaves out of the app what it never reads of the contract: 2 kB of every first load. */
export function clientContract(): Plugin {
  return {
    name: 'companion-client-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/endpoints\/[^/]+\.ts$/ },
      handler: (code, id) => ({ code: withoutServerParts(id, code), map: null }),
    },
  }
}

/** The module without those properties of its endpoints. */
export function withoutServerParts(file: string, code: string): string {
  const { program } = parseSync(file, code)
  const cuts: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (ofServer.has(property.key.name)) cuts.push({ start: property.start, end: property.end })
      }
    },
  }).visit(program)
  // From the last to the first, so that the positions before a cut stay right.
  return cuts.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}
