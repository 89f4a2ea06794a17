import * as v from 'valibot'

/** A longer formula, or one nested deeper, is shown as its TeX. */
export const TEX_MAX = 4000
export const DEPTH_MAX = 60

/** For `temml`, whose tree is read by the schemas below. */
export const formulaOptions = {
  throwOnError: true,
  trust: false,
  maxExpand: 200,
  strict: false,
  maxSize: [20, 100],
} satisfies Record<string, boolean | number | [number, number]>

export const Leaf = v.object({ text: v.string() })
export const Branch = v.object({
  type: v.optional(v.string()),
  attributes: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  classes: v.optional(v.array(v.nullish(v.string())), []),
  style: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  children: v.array(v.unknown()),
})

/** The elements of MathML Core and a few more that formulas need; other elements are rejected. */
export const formulaElements: ReadonlySet<string> = new Set(
  (
    'math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle ' +
    'msub msubsup msup mtable mtd mtext mtr munder munderover none semantics menclose span'
  ).split(' '),
)
