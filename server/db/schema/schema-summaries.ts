import type { Fixed, Time } from './columns.ts'

export interface SummaryTables {
  chat_summaries: ChatSummariesTable
}

/** What the model is told of the messages of a path up to `message_id`, the last one that the summary covers. */
interface ChatSummariesTable {
  user_id: Fixed<number>
  chat_id: Fixed<string>
  message_id: Fixed<string>
  /** The position of the last question that it covers. */
  question_seq: number
  /** SHA-256 over the ids of all covered messages: it holds for a path with exactly these. */
  path_hash: string
  content: string
  /** The tokens that it has cost, which are counted in the usage of the answer for which it was made. */
  tokens: number
  created_at: Time
}
