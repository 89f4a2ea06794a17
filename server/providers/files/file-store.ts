/** Stores objects of at most FILE_MAX bytes by name (a UUID). An object is never changed after it was written. */
export interface FileStore {
  /** Shown to operators. */
  readonly name: string
  /** Resolves when the object would survive a crash of the machine. Throws FileStoreError, a folder a system error. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Null when there is no such object. Throws like `put`. */
  open(name: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  /** Ignores a missing object. Throws like `put`, also when `signal` is aborted before the store has answered. */
  remove(name: string, signal?: AbortSignal): Promise<void>
}

/** The store could not be reached, or refused the request. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

/** All bytes of an object; null when there is no such object. */
export async function readObject(store: FileStore, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.open(name)
  return stream === null ? null : new Uint8Array(await new Response(stream).arrayBuffer())
}
