import type { Fixed, Time } from './columns.ts'

/** A folder or a tag. */
export interface LabelsTable {
  user_id: Fixed<number>
  id: Fixed<string>
  name: string
  color: string | null
  request_hash: Fixed<string>
  created_at: Fixed<Time>
  updated_at: Time
}

export interface ChatTagsTable {
  user_id: Fixed<number>
  chat_id: Fixed<string>
  tag_id: Fixed<string>
}
