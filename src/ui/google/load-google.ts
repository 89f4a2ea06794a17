import { trustedScriptUrl } from '#lib/browser/script-url.ts'

/** The used part of Google's script (https://developers.google.com/identity/gsi/web/reference/js-reference). */
export interface GoogleId {
  initialize(options: {
    client_id: string
    nonce: string
    context: 'signin' | 'signup' | 'use'
    ux_mode: 'popup' | 'redirect'
    /** Where a redirect posts the credential, instead of a call of `callback`. */
    login_uri?: string
    callback: (answer: unknown) => void
  }): void
  renderButton(
    parent: HTMLElement,
    look: {
      type: 'standard'
      theme: 'outline' | 'filled_black'
      size: 'large'
      text: 'continue_with'
      shape: 'rectangular'
      logo_alignment: 'left'
      /** In CSS pixels, at most 400. */
      width: number
      locale: string
      /** Comes back with the credential. */
      state?: string
    },
  ): void
}

let loading: Promise<GoogleId> | undefined

/** Loads Google's script once per page. Rejects when that fails; the next call tries again. */
export function loadGoogle(): Promise<GoogleId> {
  loading ??= addScript().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function addScript(): Promise<GoogleId> {
  const script = document.createElement('script')
  script.async = true
  script.src = trustedScriptUrl('google') as string
  try {
    await new Promise<void>((resolve, reject) => {
      script.onload = () => resolve()
      script.onerror = () => reject(new Error("Google's script did not come"))
      document.head.append(script)
    })
    return readApi()
  } catch (error) {
    script.remove()
    throw error
  }
}

function readApi(): GoogleId {
  const { google } = window as { google?: { accounts?: { id?: Partial<GoogleId> } } }
  const api = google?.accounts?.id
  if (typeof api?.initialize !== 'function' || typeof api.renderButton !== 'function') {
    throw new Error("Google's script is not what it was")
  }
  return api as GoogleId
}
