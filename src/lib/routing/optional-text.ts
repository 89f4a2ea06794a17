import * as v from 'valibot'

/** A query value that may be missing or nonsense: either counts as not given. */
export const OptionalText = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))), undefined)
