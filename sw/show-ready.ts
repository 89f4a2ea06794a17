import type { Language } from '#contract/primitives.ts'
import { answerReadyMessage } from '#lib/worker-messages.ts'
import type { CompanionDatabase } from '#offline/database.ts'
import { syncMessages } from '#offline/sync-messages.ts'
import { countUnseen } from '#offline/unseen-answers.ts'
import { asPerson, type Signed } from './as-person.ts'
import { decideNotice, firstWords, parsePayload, type ReadyPayload } from './ready-notice.ts'

const NAME = 'Companion'
/** The app's catalogues are too heavy for a worker that says one sentence. */
const ready: Record<Language, string> = { en: 'Your answer is ready', es: 'Tu respuesta está lista' }
/** The browser waits for the notification; the words of the answer are not worth more. */
const FETCH_MS = 8_000

/** Says that an answer is ready, in words that are read here; see `decideNotice`. */
export async function showReadyNotice(text: string, scope: ServiceWorkerGlobalScope): Promise<void> {
  const payload = parsePayload(text)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = windows.map(({ url, visibilityState }) => ({ url, visible: visibilityState === 'visible' }))
  const isLooking = seen.some(({ visible }) => visible)
  await asPerson(async (db, person) => {
    const decision = decideNotice(payload, person?.account ?? null, seen)
    if (decision === 'silent') {
      for (const client of windows) if (payload) client.postMessage(answerReadyMessage(payload.chat))
      return
    }
    const isOwn = decision === 'answer' && payload !== null && person !== null
    const words = isOwn ? await readWords(db, person, payload) : null
    await scope.registration.showNotification(words?.title || NAME, {
      body: words?.body || ready[person?.language ?? browserLanguage()],
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      tag: isOwn ? payload.chat : 'ready',
      lang: person?.language ?? browserLanguage(),
      data: isOwn ? { chat: payload.chat } : null,
    })
    if (isOwn && !isLooking) await showBadge(await countUnseen(db))
  })
}

/** From the copy, after bringing it up to date if that works at once. */
async function readWords(db: CompanionDatabase, person: Signed, { chat, message }: ReadyPayload) {
  const { account } = person
  const signal = AbortSignal.timeout(FETCH_MS)
  try {
    await syncMessages({ db, api: person.api, account, chat, signal })
  } catch {
    // No network, or not for long enough: what is here must do.
  }
  const [row, answer] = await Promise.all([db.chats.get([account, chat]), db.messages.get([account, message])])
  const isWhole = answer?.role === 'assistant' && answer.status !== 'streaming'
  return { title: row?.title ?? '', body: isWhole ? firstWords(answer.content) : '' }
}

async function showBadge(count: number): Promise<void> {
  // Only where the app is installed, and not in every browser.
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

const browserLanguage = (): Language => (navigator.language.startsWith('es') ? 'es' : 'en')
