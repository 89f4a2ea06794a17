import { createHash, randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/endpoint.ts'
import { createFile, uploadChunk } from '#contract/endpoints/files.ts'
import { FILE_CHUNK_MAX } from '#contract/limits.ts'
import type { File } from '#contract/objects/file.ts'
import type { TestClient } from './test-client.ts'

export type FileInput = BodyInput<typeof createFile>

/** The body with which the upload of these bytes begins. */
export function fileInput(bytes: Uint8Array, given: Partial<FileInput> = {}): FileInput {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id: randomUUID(), sha256, size: bytes.byteLength, name: 'file.txt', media_type: '', ...given }
}

interface Options extends Partial<FileInput> {
  /** Bytes of each chunk. */
  chunk?: number
}

/** Uploads a file as a client does, from where the server says; a second call resumes or repeats the upload. */
export async function uploadFile(
  client: TestClient,
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
  { chunk = FILE_CHUNK_MAX, ...given }: Options = {},
): Promise<File> {
  const body = fileInput(bytes, given)
  let state = await client.call(createFile, { token, body })
  while ('offset' in state) {
    const { offset } = state
    const part = new Blob([bytes.subarray(offset, offset + chunk)])
    state = await client.call(uploadChunk, { token, params: { id: body.id }, query: { offset }, body: part })
  }
  return state
}
