import { type Plugin, parseSync, Visitor } from 'vite'
import { findNewerFeatures } from './newer-features.ts'

/**
 * Fails the build for code that browsers cannot run: a top-level await, with which WebKit runs modules in the wrong
 * order (https://bugs.webkit.org/show_bug.cgi?id=242740), and features that the oldest supported browsers lack.
 */
export function checkOutput(): Plugin {
  return {
    name: 'companion-check-output',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const problems = Object.values(bundle).flatMap((output) => {
          const code = output.type === 'chunk' ? output.code : String(output.source)
          return findProblems(output.fileName, code).map((problem) => `${output.fileName}: ${problem}`)
        })
        if (problems.length > 0) this.error(problems.join('\n'))
      },
    },
  }
}

/** The problems of a built script or style; other files are not checked. */
export function findProblems(file: string, code: string): string[] {
  const isScript = file.endsWith('.js')
  if (!isScript && !file.endsWith('.css')) return []
  const newer = findNewerFeatures(file, code).map((name) => `uses ${name}: see scripts/build/newer-features.ts`)
  return isScript && hasTopLevelAwait(code) ? ['has a top-level await', ...newer] : newer
}

function hasTopLevelAwait(code: string): boolean {
  const { program, errors } = parseSync('built.js', code, { sourceType: 'module' })
  if (errors[0]) throw new Error(errors[0].message)
  let functions = 0
  let found = false
  const enter = () => void functions++
  const leave = () => void functions--
  const see = (isAwait: boolean) => {
    if (isAwait && functions === 0) found = true
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => see(true),
    ForOfStatement: (node) => see(node.await),
  }).visit(program)
  return found
}
