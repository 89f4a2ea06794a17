import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** As written in the source. */
  target: string
  /** The imported file, relative to the root; undefined for a package. */
  path: string | undefined
  /** False for type-only imports, and for `import()`, which runs later: neither affects the order of loading. */
  isStatic: boolean
  /** True for a type-only import, which the compiler removes. */
  isType: boolean
}

const statement = /(?:\b(?:import|export)\b([^'"`;()]*?)\bfrom|\bimport)\s*(\()?\s*['"]([^'"\n]+)['"]/g

/** All imports of a file. `file` relative to the root. */
export function readImports(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, names = '', call, target = '']) => ({
    target,
    path: pathOf(file, target.split('?')[0] ?? target),
    isStatic: call === undefined && !namesTypesOnly(names.trim()),
    isType: call === undefined && namesTypesOnly(names.trim()),
  }))
}

/** Matches `type { A }`, and `{ type A, type B }`, which TypeScript removes too. */
function namesTypesOnly(names: string): boolean {
  if (names.startsWith('type ')) return true
  const listed = /^\{([\s\S]*)\}$/.exec(names)?.[1]?.split(',') ?? []
  const given = listed.map((name) => name.trim()).filter(Boolean)
  return given.length > 0 && given.every((name) => name.startsWith('type '))
}

function pathOf(file: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(file), target))
  if (target.startsWith('#server/')) return target.slice(1)
  if (target.startsWith('#support/')) return target.replace('#support/', 'tests/support/')
  return target.startsWith('#') ? `src/${target.slice(1)}` : undefined
}
