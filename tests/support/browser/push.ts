import { onTestFinished, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'

export const vapidKey = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

/** Gives jsdom the parts of a browser with push messages, until the end of the test. */
export function withPush(permission: NotificationPermission, registration?: object): void {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => registration },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}

/** The response with the server's public configuration; null: it sends no push messages. */
export function configured(key: string | null): Response {
  const config: PublicConfig = {
    app_name: 'Companion',
    google_client_id: null,
    assistant: { name: 'A model', kind: 'model', vision: false },
    payments: 'sandbox',
    web_search: false,
    files: false,
    scoring: false,
    mail: false,
    error_reports: false,
    vapid_public_key: key,
  }
  return new Response(JSON.stringify(config), { headers: { 'content-type': 'application/json' } })
}
