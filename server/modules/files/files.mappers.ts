import { API_BASE } from '#contract/endpoint.ts'
import type { File } from '#contract/objects/file.ts'

/** A complete file with its content. */
export interface FileRow {
  id: string
  name: string
  media_type: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  object: string
  thumbnail: string | null
}

export function toFile({ id, name, media_type, size, sha256, width, height, thumbnail }: FileRow): File {
  const url = `${API_BASE}/companion/files/${id}/`
  return {
    ...{ id, name, media_type, size, sha256, width, height, url },
    thumbnail_url: thumbnail === null ? null : `${url}thumbnail/`,
  }
}
