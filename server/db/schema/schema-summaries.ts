import type { Fixed, Time } from './columns.ts'

export interface SummaryTables {
  chat_summaries: ChatSummariesTable
}

/** A summary that the model gets in place of a path's messages up to `message_id`, which is the last one it covers. */
interface ChatSummariesTable {
  user_id: Fixed<number>
  chat_id: Fixed<string>
  message_id: Fixed<string>
  /** The position of the last question that it covers. */
  question_seq: number
  /** SHA-256 over the ids of all covered messages: the summary is used only for a path with exactly these. */
  path_hash: string
  content: string
  /** The tokens that making it took; they count in the usage of the answer for which it was made. */
  tokens: number
  created_at: Time
}
