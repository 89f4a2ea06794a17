import * as v from 'valibot'

/** An optional query value: a missing or invalid one is undefined. */
export const OptionalText = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))), undefined)
