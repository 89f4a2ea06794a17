import * as v from 'valibot'
import { importChats } from '#contract/endpoints/import.ts'
import { importProblems } from './import-error.ts'

const Request = v.variant('type', [
  v.object({ type: v.literal('read'), file: v.instance(Blob) }),
  /** Sends the chats with these ids in portions: the first at once, each further one after a `next`. */
  v.object({ type: v.literal('send'), file: v.instance(Blob), wanted: v.array(v.string()) }),
  v.object({ type: v.literal('next') }),
])
/** What the page asks of the worker. */
export type ImportRequest = v.InferOutput<typeof Request>

const count = v.number()
const LeftOut = v.object({
  ...{ empty: count, unreadable: count, large: count, deleted: count },
  ...{ files: count, cut: count, unpaired: count },
})

/** `newest` is the id of the newest message, which a stored copy lacks when the chat has grown. */
const FoundChat = v.object({ id: v.string(), newest: v.string(), messages: count })
export type FoundChat = v.InferOutput<typeof FoundChat>

const Event = v.variant('type', [
  v.object({ type: v.literal('progress'), done: count, total: count }),
  v.object({ type: v.literal('found'), source: importChats.body.entries.source, chats: v.array(FoundChat) }),
  v.object({ type: v.literal('portion'), portion: v.omit(importChats.body, ['again']) }),
  v.object({ type: v.literal('end'), leftOut: LeftOut }),
  v.object({ type: v.literal('failed'), problem: v.nullable(v.picklist(importProblems)) }),
])
/** What the worker answers; a failure without a problem is a fault of the program. */
export type ImportEvent = v.InferOutput<typeof Event>

/** Throws ValiError. */
export const parseRequest = (data: unknown): ImportRequest => v.parse(Request, data)

/** Null for anything that is not a valid event. */
export function parseEvent(data: unknown): ImportEvent | null {
  const parsed = v.safeParse(Event, data)
  return parsed.success ? parsed.output : null
}
