import temml from 'temml'
import * as v from 'valibot'
import { Branch, DEPTH_MAX, formulaElements, formulaOptions, Leaf, TEX_MAX } from '#contract/maths/formula-tree.ts'
import { escapeHtml } from './escape-html.ts'

/** The package's types are those of a CommonJS module, which has the default export as a property. */
const { __renderToMathMLTree: renderToTree, ParseError } = temml as unknown as typeof temml.default

/** Without `style`, which the Content-Security-Policy of the page refuses, and addresses. */
const allowed = new Set(
  (
    'accent columnalign depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize ' +
    'minsize movablelimits notation rowspacing rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
)

/** Renders TeX as MathML, and what is no valid formula as its TeX, like the app. */
export function renderFormula({ tex, display }: { tex: string; display: boolean }): string {
  const html = toMathml(tex, display) ?? `<code>${escapeHtml(tex)}</code>`
  return display ? `<span class="wide" tabindex="0">${html}</span>` : html
}

function toMathml(tex: string, display: boolean): string | null {
  if (tex.length > TEX_MAX) return null
  try {
    return toHtml(renderToTree(tex, { ...formulaOptions, displayMode: display }), 0)
  } catch (error) {
    if (error instanceof Error || error instanceof ParseError) return null
    throw error
  }
}

function toHtml(node: unknown, depth: number): string {
  const leaf = v.safeParse(Leaf, node)
  if (leaf.success) return escapeHtml(leaf.output.text)
  if (depth > DEPTH_MAX) throw new Error('A formula is nested too deep')
  const { type, attributes, classes, style, children } = v.parse(Branch, node)
  const inner = children.map((child) => toHtml(child, depth + 1)).join('')
  if (type === undefined) return inner
  if (!formulaElements.has(type)) throw new Error(`Not an element of a formula: ${type}`)
  // The frame of a result is the one style without which a formula says something else.
  const names = [...classes, attributes.class, style.border ? 'tml-fbox' : null].filter(Boolean).join(' ')
  const written = Object.entries({ ...attributes, ...(names === '' ? {} : { class: names }) })
    .filter(([name]) => name === 'class' || allowed.has(name))
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
  return `<${type}${written.join('')}>${inner}</${type}>`
}
