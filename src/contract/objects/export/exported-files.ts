import * as v from 'valibot'
import { Count, Timestamp, Uuid } from '../../primitives.ts'

/** The sections of an AccountExport about pictures and files in messages. */
export const exportedFiles = {
  /** The files of messages by the names that the user gave them; the content is that with the same check sum. */
  files: v.array(
    v.strictObject({
      id: Uuid,
      name: v.string(),
      given_type: v.string(),
      sha256: v.string(),
      size: Count,
      /** Less than `size` while the upload is not complete. */
      received: Count,
      created_at: Timestamp,
    }),
  ),
  file_contents: v.array(
    v.strictObject({
      sha256: v.string(),
      size: Count,
      media_type: v.string(),
      width: v.nullable(Count),
      height: v.nullable(Count),
      /** The text that the model is given; `is_cut`: the file has more. */
      text: v.nullable(v.string()),
      is_cut: v.boolean(),
      content: v.nullable(v.pipe(v.string(), v.startsWith('data:'))),
      created_at: Timestamp,
    }),
  ),
  message_files: v.array(v.strictObject({ message_id: Uuid, position: Count, file_id: Uuid })),
}
