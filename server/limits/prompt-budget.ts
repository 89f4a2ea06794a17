/**
 * Bytes of a text in UTF-8 that count as one token. Models need fewer tokens for most texts: in English about one for
 * four bytes, in Spanish or Russian for three to four, in Chinese for three. So a prompt that fits by this count fits.
 */
const BYTES_PER_TOKEN = 3
/** The smallest context, in tokens, that leaves a chat space beside the rules. */
export const CONTEXT_MIN = 4_096
export const CONTEXT_MAX = 10_000_000
/** The answer gets a quarter of the context, at most this many tokens. */
const ANSWER_TOKENS_MAX = 8_192
/** What a picture counts for, in bytes: about a thousand tokens. */
export const PICTURE_BYTES = 3_000
const PICTURES_MAX = 10
const FILES_MAX = 40_000
const WEB_MAX = 20_000
const TAIL_MAX = 12_000
const SUMMARY_MAX = 8_000
const MEMORY_MAX = 40_000

/** The maximum of each part of a prompt: in bytes, except for `pictures`. */
export interface PromptBudget {
  /** The whole prompt. */
  prompt: number
  /** The end of an answer that is continued. */
  tail: number
  /** What one look-up on the web adds; an answer has further ones only while the prompt has space for them. */
  web: number
  /** The texts of attached files, the newest first. */
  files: number
  /** The summary of what no longer fits. */
  summary: number
  /** What users wrote about themselves, and the facts to remember. */
  memory: number
  /** The number of pictures, the newest first. */
  pictures: number
}

/** Divides the model's context, in tokens, among the parts of a prompt; the chat gets what they leave. */
export function promptBudget(contextTokens: number): PromptBudget {
  const prompt = (contextTokens - Math.min(ANSWER_TOKENS_MAX, Math.floor(contextTokens / 4))) * BYTES_PER_TOKEN
  const share = (most: number, part: number) => Math.min(most, Math.floor(prompt / part))
  return {
    prompt,
    tail: share(TAIL_MAX, 6),
    web: share(WEB_MAX, 4),
    files: share(FILES_MAX, 2),
    summary: share(SUMMARY_MAX, 6),
    memory: share(MEMORY_MAX, 4),
    pictures: share(PICTURES_MAX, 4 * PICTURE_BYTES),
  }
}
