import { registerRoute } from 'workbox-routing'
import { logHandled } from '#lib/log-handled.ts'
import { putSharedFiles } from '#lib/service-worker/shared-files.ts'

/** The address that the manifest names as the share target; the page with the draft of a new chat. */
const NEW_CHAT = '/chat/new'
const texts = ['title', 'text', 'url'] as const

/**
 * Takes what another app shares, also offline. A page cannot read the POST that opened it, so files are stored for it
 * and texts go into its address. Files that cannot be stored are lost; "lost" in the address lets the page say so.
 */
export function handleShareTarget(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === NEW_CHAT,
    ({ request }) => redirectShared(request),
    'POST',
  )
}

async function redirectShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const query = new URLSearchParams()
  for (const name of texts) {
    const text = form.get(name)
    if (typeof text === 'string' && text !== '') query.set(name, text)
  }
  const files = form.getAll('files').filter((part) => part instanceof File)
  if (files.length > 0) {
    try {
      await putSharedFiles(files)
      query.set('files', 'yes')
    } catch (error) {
      logHandled('Shared files were not stored', error)
      query.set('lost', 'files')
    }
  }
  return Response.redirect(query.size > 0 ? `${NEW_CHAT}?${query}` : NEW_CHAT, 303)
}
