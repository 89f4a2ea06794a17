/** Stores objects of at most FILE_MAX bytes by name (a UUID). An object is never changed after it was written. */
export interface FileStore {
  /** Shown to operators. */
  readonly name: string
  /** Resolves when the object would survive a crash of the machine. Throws FileStoreError, a folder a system error. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /**
   * Null when there is no such object. Throws like `put`, and so does the stream; a store in the network also when
   * `signal` is aborted before the last byte.
   */
  open(name: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
  /** Ignores a missing object. Throws like `put`, also when `signal` is aborted before the store has answered. */
  remove(name: string, signal?: AbortSignal): Promise<void>
}

/** The store could not be reached, refused the request, or broke off its answer. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

/** All bytes of an object; null when there is no such object. Throws like `open`. */
export async function readObject(
  store: FileStore,
  name: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.open(name, signal)
  return stream === null ? null : new Uint8Array(await new Response(stream).arrayBuffer())
}
