import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/config/s3-settings.ts'
import { BackupError } from './backup-error.ts'

/** A store takes at most 10,000 parts: objects of up to 640 GB. */
const PART_BYTES = 64_000_000

/**
 * Uploads the file as `companion-backups/<name>`, in parts, so that it may be of any size and the object appears only
 * when it is whole. Returns where it is. Throws BackupError; an unfinished upload is then cancelled.
 */
export async function uploadBackup(file: string, s3: S3Config): Promise<string> {
  const client = new AwsClient({
    accessKeyId: s3.accessKey,
    secretAccessKey: s3.secretKey,
    region: s3.region,
    service: 's3',
    retries: 4,
  })
  const { host } = new URL(s3.endpoint)
  const url = `${s3.endpoint}/${s3.bucket}/companion-backups/${encodeURIComponent(basename(file))}`

  async function send(method: string, query: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const init = { method, headers: { 'X-Amz-Content-Sha256': hash }, ...(body === undefined ? {} : { body }) }
    const response = await client.fetch(`${url}?${query}`, init).catch((error: unknown) => {
      throw new BackupError(`${host} cannot be reached`, { cause: error })
    })
    if (response.ok) return response
    throw new BackupError(`${host} answered ${method} with ${response.status}`)
  }

  const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await (await send('POST', 'uploads=')).text()) ?? []
  if (id === undefined) throw new BackupError(`${host} answered POST without the id of an upload`)
  const upload = `uploadId=${encodeURIComponent(id)}`
  try {
    const content = await openAsBlob(file)
    const parts: string[] = []
    for (let start = 0; start < content.size; start += PART_BYTES) {
      const number = parts.length + 1
      const part = new Uint8Array(await content.slice(start, start + PART_BYTES).arrayBuffer())
      const tag = (await send('PUT', `partNumber=${number}&${upload}`, part)).headers.get('etag')
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`)
    }
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    // The status is 200 also when joining the parts fails, because it is sent before.
    const completed = await (await send('POST', upload, new TextEncoder().encode(list))).text()
    if (!completed.includes('CompleteMultipartUploadResult'))
      throw new BackupError('the store could not join the parts')
  } catch (error) {
    // The first error is the reason; a part of an upload that cannot be cancelled now goes by the bucket's own rules.
    await send('DELETE', upload).catch(() => null)
    throw error
  }
  return `${s3.bucket}/companion-backups/${basename(file)}`
}
