import { createElement, type ReactNode } from 'react'
import temml from 'temml'
import * as v from 'valibot'
import { Branch, DEPTH_MAX, formulaElements, formulaOptions, Leaf, TEX_MAX } from '#contract/maths/formula-tree.ts'
import styles from './maths.module.css'

const CACHE_ENTRIES = 500

/** Browsers without MathML Core support no style on a formula. */
const takesStyle = typeof MathMLElement !== 'undefined'

const cache = new Map<string, ReactNode>()

/** Renders TeX as MathML elements without `href` and `src`; null when it is invalid or has a forbidden element. */
export function renderTex(tex: string, display: boolean): ReactNode {
  const key = `${display} ${tex}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= CACHE_ENTRIES) cache.clear()
  const made = convert(tex, display)
  cache.set(key, made)
  return made
}

function convert(tex: string, display: boolean): ReactNode {
  if (tex.length > TEX_MAX) return null
  try {
    return toElement(temml.__renderToMathMLTree(tex, { ...formulaOptions, displayMode: display }), '0', 0)
  } catch (error) {
    // A partial formula, or one in an unknown dialect, is shown as its TeX.
    if (error instanceof Error || error instanceof temml.ParseError) return null
    throw error
  }
}

function toElement(node: unknown, key: string, depth: number): ReactNode {
  const leaf = v.safeParse(Leaf, node)
  if (leaf.success) return leaf.output.text
  if (depth > DEPTH_MAX) throw new Error('A formula is nested too deep')
  const { type, attributes, classes, style, children } = v.parse(Branch, node)
  const inner = children.map((child, index) => toElement(child, String(index), depth + 1))
  if (type === undefined) return inner
  if (!formulaElements.has(type)) throw new Error(`Not an element of a formula: ${type}`)
  const { style: written, class: own, href: _, src: __, ...rest } = attributes
  const names = [...classes, own, type === 'math' ? styles.maths : null].filter(Boolean).join(' ')
  const props = {
    key,
    ...rest,
    ...(names === '' ? {} : { className: names }),
    ...(takesStyle ? { style: { ...readStyle(written), ...style } } : {}),
  }
  return createElement(type, props, ...inner)
}

/** Temml writes three of its styles as text, which the Content-Security-Policy would block. */
function readStyle(text: unknown): Record<string, string> {
  if (typeof text !== 'string') return {}
  const pairs = text.split(';').flatMap((part) => {
    const [name = '', value = ''] = part.split(':').map((each) => each.trim())
    return value === '' ? [] : [[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]]
  })
  return Object.fromEntries(pairs)
}
