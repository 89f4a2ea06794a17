import { appError } from '../../lib/errors.ts'
import { readBody } from './read-body.ts'

/**
 * The fields of a form that a browser posts without scripts, of which the last of each name is used. `max`: bytes of
 * the body. Throws unsupported_media_type, payload_too_large, bad_request.
 */
export async function readUrlEncoded(request: Request, max: number): Promise<Record<string, string | undefined>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw appError('unsupported_media_type')
  const text = new TextDecoder().decode(await readBody(request, max))
  return Object.fromEntries(new URLSearchParams(text.replaceAll('%00', '')))
}
