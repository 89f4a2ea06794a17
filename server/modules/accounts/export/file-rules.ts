import type { Database } from '../../../db/schema/schema.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Tables = 'files' | 'file_contents' | 'message_files'
type Silent = 'file_chunks' | 'stored_objects'

export const fileRules: { [T in Tables]: ExportedTable<keyof Database[T] & string> } & {
  [T in Silent]: { leftOut: string }
} = {
  files: {
    as: 'files',
    own: ofUser,
    key: ['id'],
    columns: {
      user_id: namedAbove,
      id: 'value',
      name: 'value',
      given_type: 'value',
      sha256: 'value',
      size: 'value',
      received: 'value',
      content_id: { leftOut: 'the content has the same check sum' },
      created_at: 'value',
    },
  },
  file_contents: {
    as: 'file_contents',
    own: ofUser,
    key: ['id'],
    columns: {
      id: { leftOut: 'tells how many contents there are of others' },
      user_id: namedAbove,
      sha256: 'value',
      size: 'value',
      media_type: 'value',
      width: 'value',
      height: 'value',
      text: 'value',
      is_cut: 'flag',
      object: 'object',
      thumbnail: { leftOut: 'the picture again, small' },
      created_at: 'value',
    },
  },
  message_files: {
    as: 'message_files',
    own: ofUser,
    key: ['message_id', 'position'],
    columns: { user_id: namedAbove, message_id: 'value', position: 'value', file_id: 'value' },
  },
  file_chunks: { leftOut: 'parts of uploads that are not complete, gone a day later' },
  stored_objects: { leftOut: 'random names of objects in the file store; what they contain is in the contents' },
}
