import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from './columns.ts'

export interface FileTables {
  files: FilesTable
  file_chunks: FileChunksTable
  file_contents: FileContentsTable
  message_files: MessageFilesTable
  stored_objects: StoredObjectsTable
}

/** A file by the id that its owner's client chose. `received` and `size` in bytes. */
export interface FilesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  name: Fixed<string>
  /** The media type that the client gave. */
  given_type: Fixed<string>
  sha256: Fixed<string>
  size: Fixed<number>
  received: number
  /** Null until the upload is complete and its content was accepted. */
  content_id: number | null
  created_at: Fixed<Time>
}

/** The bytes of an upload that is not complete, in order of `start`. */
interface FileChunksTable {
  user_id: Fixed<number>
  file_id: Fixed<string>
  start: Fixed<number>
  /** The name of a stored object. */
  object: Fixed<string>
}

/** A checked content; the same content of the same user is stored once. */
interface FileContentsTable {
  id: Generated<number>
  user_id: Fixed<number>
  sha256: Fixed<string>
  size: Fixed<number>
  /** Recognised by the content. */
  media_type: Fixed<string>
  width: Fixed<number | null>
  height: Fixed<number | null>
  /** The text for the model; null of pictures. */
  text: Fixed<string | null>
  /** 1 if the text is longer than what is stored. */
  is_cut: Fixed<Flag>
  object: Fixed<string>
  thumbnail: Fixed<string | null>
  created_at: Fixed<Time>
}

interface MessageFilesTable {
  user_id: Fixed<number>
  message_id: Fixed<string>
  /** From 0, in the order in which the user attached them. */
  position: Fixed<number>
  file_id: Fixed<string>
}

/** Every object of the file store; its row is written before the object, so that none is ever forgotten. */
interface StoredObjectsTable {
  name: Fixed<string>
  /** Null once the account is deleted. */
  user_id: Fixed<number | null>
  created_at: Fixed<Time>
}
