import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  /** The FILES_S3_* settings for this server. */
  env: Record<string, string>
  /** The objects by path, `/bucket/key`. */
  objects: Map<string, Buffer>
  /** Requests that were refused for their signature, as texts that say why. */
  refused: string[]
  /** While set, every request gets this status. */
  status: number | null
  close(): Promise<void>
}

const accessKey = 'AKIATESTSERVER'
const secretKey = 'aWQ3c2VjcmV0b2ZhdGVzdA'
const region = 'eu-test-1'
const bucket = 'companion-test'

/** An S3-compatible server for one bucket, that checks AWS Signature Version 4 and the hash of each body. */
export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3Server = {
    env: {
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_BUCKET: bucket,
      FILES_S3_REGION: region,
      FILES_S3_ACCESS_KEY: accessKey,
      FILES_S3_SECRET_KEY: secretKey,
    },
    objects: new Map(),
    refused: [],
    status: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const uploads = new Map<string, Map<number, Buffer>>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const problem = findProblem(request, body)
    if (problem !== null) s3.refused.push(problem)
    const path = new URL(request.url ?? '/', endpoint).pathname
    if (s3.status !== null || problem !== null) return void response.writeHead(s3.status ?? 403).end(problem)
    if (!path.startsWith(`/${bucket}/`)) return void notFound(response, 'NoSuchBucket')
    const query = new URL(request.url ?? '/', endpoint).searchParams
    if (query.has('uploads') || query.has('uploadId'))
      return void handleParts(request.method, path, query, body, response)
    if (request.method === 'PUT') {
      s3.objects.set(path, body)
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      s3.objects.delete(path)
      return void response.writeHead(204).end()
    }
    const found = s3.objects.get(path)
    if (found === undefined) return void notFound(response, 'NoSuchKey')
    response.writeHead(200).end(found)
  }
  /** As in "Multipart upload overview": begun by POST, parts by PUT, and one object only when it is completed. */
  function handleParts(
    method: string | undefined,
    path: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const id = query.get('uploadId') ?? `upload-${uploads.size + 1}`
    const parts = uploads.get(id) ?? new Map<number, Buffer>()
    if (query.has('uploads')) {
      uploads.set(id, parts)
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    } else if (!uploads.has(id)) {
      notFound(response, 'NoSuchUpload')
    } else if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { ETag: `"${sha256(body)}"` }).end()
    } else if (method === 'DELETE') {
      uploads.delete(id)
      response.writeHead(204).end()
    } else {
      const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([^"]+)"<\/ETag>/g)]
      const listed = named.map(([, number, tag]) => ({ part: parts.get(Number(number)), tag }))
      const whole = listed.flatMap(({ part, tag }) => (part !== undefined && sha256(part) === tag ? [part] : []))
      // The real store answers 200 also when it then fails, with an error as the body.
      if (whole.length < parts.size) return void response.end('<Error><Code>InvalidPart</Code></Error>')
      s3.objects.set(path, Buffer.concat(whole))
      uploads.delete(id)
      response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
  }
  return s3
}

const notFound = (response: ServerResponse, code: string) =>
  response.writeHead(404, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Why the request is not authentic; null when it is. As in "Signature Calculations for the Authorization Header". */
function findProblem(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '', url = '/' } = request
  const authorization = /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (authorization === null) return 'no signature'
  const [, credential = '', signed = '', signature] = authorization
  const time = String(headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  if (credential !== `${accessKey}/${scope}`) return `another credential: ${credential}`
  const [year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time)?.slice(1) ?? []
  const age = Date.now() - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!(Math.abs(age) < 15 * 60_000)) return `another time: ${time}`
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'the body has another hash'
  const names = signed.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!names.includes(name)) return `unsigned ${name}`
  const { pathname, searchParams } = new URL(url, 'http://host')
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('')
  const canonical = [method, pathname, query, lines, signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${secretKey}`, time.slice(0, 8)), region))
  return hmac(key, text).toString('hex') === signature ? null : 'a wrong signature'
}
