import type { OpenedFile } from './use-cases/open-file.ts'

/** Forbids everything, in case the file is opened as a page. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** A file as it was uploaded. Only pictures may be shown; everything else is a download, so that nothing in it runs. */
export function serveFile({ name, mediaType, size, content }: OpenedFile): Response {
  const isPicture = mediaType.startsWith('image/')
  const disposition = isPicture ? 'inline' : 'attachment'
  return new Response(content, {
    headers: {
      'Content-Type': mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      ...(size === null ? {} : { 'Content-Length': String(size) }),
    },
  })
}

/** RFC 8187: `encodeURIComponent` leaves some characters that are not allowed there. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
