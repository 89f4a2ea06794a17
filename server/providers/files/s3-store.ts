import { createHash } from 'node:crypto'
import type { S3Config } from '../../config/s3-settings.ts'
import { readLimited } from '../../lib/read-limited.ts'
import { type FileStore, FileStoreError } from './file-store.ts'

/** Until the headers of the response. */
const TIMEOUT_MS = 20_000
/** For the next part of a body when it is asked for: the body is read as fast as the user downloads it. */
const SILENCE_MS = 20_000
/** Of an error's XML, whose code comes first. */
const ERROR_BYTES_MAX = 4_000

/** Objects are those of a bucket in an S3-compatible store, below `companion/`. */
export function createS3Store(s3: S3Config, { silenceMs = SILENCE_MS } = {}): FileStore {
  const client = import('aws4fetch').then(
    ({ AwsClient }) =>
      new AwsClient({
        accessKeyId: s3.accessKey,
        secretAccessKey: s3.secretKey,
        region: s3.region,
        service: 's3',
        retries: 2,
        initRetryMs: 100,
      }),
  )

  /** Null when there is no such object. Throws FileStoreError, also when the bucket or the path is a wrong one. */
  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    name: string,
    { body, signal: given }: { body?: Uint8Array<ArrayBuffer>; signal?: AbortSignal | undefined } = {},
  ) {
    const url = `${s3.endpoint}/${s3.bucket}/companion/${name}`
    // Signed together with the request, so that the store refuses a body that was changed on the way.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const init = { method, headers: { 'X-Amz-Content-Sha256': hash }, ...(body === undefined ? {} : { body }) }
    const controller = new AbortController()
    const signal = given === undefined ? controller.signal : AbortSignal.any([controller.signal, given])
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
    try {
      const response = await (await client).fetch(url, { ...init, signal })
      if (response.ok) return response
      const code = await readErrorCode(response)
      // The status alone is also that of a missing bucket, where nothing is known about the object.
      if (method !== 'PUT' && response.status === 404 && code === 'NoSuchKey') return null
      throw new FileStoreError(`the file store answered ${method} with ${response.status} ${code}`.trimEnd())
    } catch (error) {
      throw error instanceof FileStoreError
        ? error
        : new FileStoreError('the file store is unreachable', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name: `${s3.bucket} at ${new URL(s3.endpoint).host}`,
    async put(name, bytes) {
      const response = await send('PUT', name, { body: bytes })
      await response?.body?.cancel()
    },
    async open(name, signal) {
      const response = await send('GET', name, { signal })
      return response?.body ? withDeadline(response.body, silenceMs) : null
    },
    async remove(name, signal) {
      const response = await send('DELETE', name, { signal })
      await response?.body?.cancel()
    },
  }
}

/** The same bytes; a stream that breaks, or sends nothing for `silenceMs` while it is read, ends with FileStoreError. */
function withDeadline(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silenceMs: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  const cancel = (reason: unknown) => reader.cancel(reason)
  async function pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    let isSilent = false
    const timer = setTimeout(() => {
      isSilent = true
      cancel(undefined).catch(() => undefined)
    }, silenceMs)
    try {
      const { done, value } = await reader.read()
      if (isSilent) throw new Error(`no bytes for ${silenceMs} ms`)
      if (done) controller.close()
      else controller.enqueue(value)
    } catch (error) {
      throw new FileStoreError('the file store broke off an object', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
  // Without a queue, so that the time counts only while somebody waits for bytes.
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
}

/** The code of an error of the S3 protocol, such as NoSuchKey; empty when the body is none. */
async function readErrorCode({ body }: Response): Promise<string> {
  const { bytes } = await readLimited(body ?? new ReadableStream(), ERROR_BYTES_MAX)
  return /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? ''
}
