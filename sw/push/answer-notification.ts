import * as v from 'valibot'
import { Uuid } from '#contract/primitives.ts'

const Payload = v.object({ type: v.literal('answer_ready'), account: v.number(), chat: Uuid, message: Uuid })
/** Ids only, so that the push service learns nothing else. */
export type ReadyPayload = v.InferOutput<typeof Payload>

/** Null for an invalid payload, such as one of another build's server. */
export function parsePayload(text: string): ReadyPayload | null {
  try {
    const parsed = v.safeParse(Payload, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/**
 * `answer`: with the title and text of the chat. `generic`: without any user's data (browsers require a notification
 * for every push). `watched`: the user is looking at the answer or, where it would be `generic`, at any page of the
 * app; see `showReadyNotification`.
 */
export function decideNotification(
  payload: ReadyPayload | null,
  userId: number | null,
  { isLooking, isShown }: { isLooking: boolean; isShown: boolean },
): 'answer' | 'generic' | 'watched' {
  if (payload === null || payload.account !== userId) return isLooking ? 'watched' : 'generic'
  return isShown ? 'watched' : 'answer'
}

const WORDS_MAX = 140

/** The beginning of an answer as one plain line, without Markdown syntax. */
export function textExcerpt(content: string): string {
  const plain = content
    .replace(/```[^\n]*\n?/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|~~|`|\*)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= WORDS_MAX) return plain
  const cut = plain.slice(0, WORDS_MAX)
  const end = cut.lastIndexOf(' ')
  return `${(end > WORDS_MAX / 2 ? cut.slice(0, end) : [...cut].slice(0, -1).join('')).trimEnd()}…`
}
