import { createHash } from 'node:crypto'
import type { File } from '#contract/objects/file.ts'
import { coded, type ReceivedRequest, type Reply } from '../../servers/stub-server.ts'

interface Stored {
  announced: Pick<File, 'id' | 'name' | 'media_type' | 'size' | 'sha256'>
  bytes: Buffer
}

export interface FileModel {
  /** The content of the complete files, by id. */
  complete(): Map<string, Buffer>
  find(id: string): File | undefined
  /** Forgets all files, as the server forgets those that no message names after a day. */
  forget(): void
  handle(request: ReceivedRequest): Reply | undefined
}

/** The files of a user in memory, as the contract describes them: an upload goes on where it ended. */
export function fileModel(): FileModel {
  const files = new Map<string, Stored>()
  const isComplete = ({ announced, bytes }: Stored) => bytes.length === announced.size

  function find(id: string): File | undefined {
    const stored = files.get(id)
    if (!stored || !isComplete(stored)) return undefined
    const url = `/api/v1/companion/files/${id}/`
    return { ...stored.announced, width: null, height: null, url, thumbnail_url: null }
  }

  const stateOf = (id: string, status: number): Reply => {
    const file = find(id)
    return file ? { status, json: file } : { status: 202, json: { id, offset: files.get(id)?.bytes.length } }
  }

  function begin(announced: Stored['announced']): Reply {
    const { id } = announced
    const known = files.get(id)
    if (known && JSON.stringify(known.announced) !== JSON.stringify(announced)) return coded(409, 'id_conflict')
    if (!known) files.set(id, { announced, bytes: Buffer.alloc(0) })
    return stateOf(id, 200)
  }

  function add(id: string, offset: number, chunk: Buffer): Reply {
    const stored = files.get(id)
    if (!stored) return coded(404, 'not_found')
    if (stored.bytes.length !== offset) return isComplete(stored) ? stateOf(id, 200) : coded(409, 'conflict')
    stored.bytes = Buffer.concat([stored.bytes, chunk])
    if (isComplete(stored) && createHash('sha256').update(stored.bytes).digest('hex') !== stored.announced.sha256) {
      files.delete(id)
      return coded(422, 'file_changed')
    }
    return stateOf(id, 201)
  }

  return {
    complete: () => new Map([...files].flatMap(([id, stored]) => (isComplete(stored) ? [[id, stored.bytes]] : []))),
    find,
    forget: () => files.clear(),
    handle({ method, path, query, json, body }) {
      if (method === 'POST' && path === '/companion/files/') return begin(json as unknown as Stored['announced'])
      const [, id] = /^\/companion\/files\/([0-9a-f-]{36})\/$/.exec(path) ?? []
      return method === 'PATCH' && id ? add(id, Number(query.get('offset')), body) : undefined
    },
  }
}
