import { isExpectedError } from '#api/expected-error.ts'
import type { Language } from '#contract/primitives.ts'
import { isWebKit } from '#lib/browser/detect-browser.ts'
import { logHandled } from '#lib/log-handled.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { isChatOf } from '#lib/service-worker/screen-urls.ts'
import { isShownMessage } from '#lib/service-worker/worker-messages.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { countUnseen } from '#offline/stream/unseen-answers.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { asUser, type Signed } from '../as-user.ts'
import { decideNotification, parsePayload, type ReadyPayload, textExcerpt } from './answer-notification.ts'
import { type EndingsPayload, endingsText, parseEndings } from './endings-notification.ts'
import { type MessageTarget, requestReply } from './request-reply.ts'

const NAME = 'Companion'
/** Differs from the tags of chats, so that closing it leaves their notifications open. */
const WATCHED_TAG = 'watched'
const ENDINGS_TAG = 'endings'
/** Translated here: the app's message catalogues are too large to load for one sentence. */
const ready: Record<Language, string> = { en: 'Your answer is ready', es: 'Tu respuesta está lista' }
/** The browser waits for the notification, so loading the answer's text may not take longer. */
const FETCH_MS = 8_000
/** A visible page replies at once, unless it is busy or belongs to a build that does not know the question. */
const REPLY_WITHIN_MS = 1_000

interface ShownNotification {
  title: string
  body: string
  language: Language
  /** Null for a generic notification. */
  chat: string | null
  /** The user is looking at the answer or, if the notification is generic, at any page of the app. */
  isWatched?: true
}

interface OpenWindow extends MessageTarget {
  url: string
  visibilityState: string
}

/** The part of the browser's `ServiceWorkerGlobalScope` that is used here. */
export interface Scope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>
  }
}

/**
 * Shows a notification that chats will end, or one with the text of a finished answer (`decideNotification`). It shows
 * none when the decision is `watched`, except on WebKit, which removes a subscription after three push messages
 * without a notification, visible page or not (`maxSilentPushCount` in its source): there the notification is shown and
 * closed at once.
 */
export async function showReadyNotification(text: string, scope: Scope): Promise<void> {
  const endings = parseEndings(text)
  if (endings) return showEndings(endings, scope)
  const payload = parsePayload(text)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const visible = windows.filter(({ visibilityState }) => visibilityState === 'visible')
  const isLooking = visible.length > 0
  const isShown = payload !== null && (await isChatShown(visible, payload.chat))
  const notice = await asUser((db, user) => compose(db, user, payload, { isLooking, isShown })).catch(
    (error: unknown) => {
      // Without a notification the browser would show a text about background updates.
      logHandled('The words of a notification could not be read', error)
      const texts = generic(browserLanguage())
      return isLooking ? watched(texts) : texts
    },
  )
  const { title, body, language, chat: chatId, isWatched } = notice
  const tag = isWatched ? WATCHED_TAG : (chatId ?? 'ready')
  if (!isWatched || isWebKit(navigator)) {
    await scope.registration.showNotification(title, {
      body,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      tag,
      lang: language,
      data: chatId === null ? null : { chat: chatId },
    })
  }
  if (isWatched) {
    await closeNotifications(tag)
    return
  }
  if (chatId !== null && !isLooking) await showBadge(await asUser((db) => countUnseen(db)))
}

/**
 * Whether one of these windows shows the chat. The windows are asked, because the address of a `WindowClient` is the one
 * that the page was loaded with, and the router has changed the screen since. A window that does not reply counts by its
 * address.
 */
async function isChatShown(windows: readonly OpenWindow[], chatId: string): Promise<boolean> {
  const replies = windows.map(async (window) => {
    const reply = await requestReply(window, isShownMessage(chatId), REPLY_WITHIN_MS)
    return reply === undefined ? isChatOf(window.url, chatId) : reply === true
  })
  return (await Promise.all(replies)).includes(true)
}

/** Says that chats end within a week, also when the app is open: its list does not say so on every screen. */
async function showEndings(endings: EndingsPayload, { registration }: Scope): Promise<void> {
  const user = await asUser(async (_, signed) => signed).catch((error: unknown) => {
    logHandled('The user of a notification could not be read', error)
    return null
  })
  const language = user?.language ?? browserLanguage()
  await registration.showNotification(NAME, {
    body: endingsText(endings, user?.userId ?? null, language),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: ENDINGS_TAG,
    lang: language,
    data: null,
  })
}

async function compose(
  db: CompanionDatabase,
  user: Signed | null,
  payload: ReadyPayload | null,
  seen: { isLooking: boolean; isShown: boolean },
): Promise<ShownNotification> {
  const decision = decideNotification(payload, user?.userId ?? null, seen)
  const language = user?.language ?? browserLanguage()
  if (decision === 'watched') return watched(generic(language))
  if (decision === 'generic' || payload === null || user === null) return generic(language)
  const { title, body } = await readMessageText(db, user, payload)
  return { title: title || NAME, body: body || ready[language], language, chat: payload.chat }
}

const generic = (language: Language): ShownNotification => ({
  title: NAME,
  body: ready[language],
  language,
  chat: null,
})
const watched = (notice: ShownNotification): ShownNotification => ({ ...notice, isWatched: true })

/** Reads the chat's title and the answer's text from the database, after a sync of at most FETCH_MS. */
async function readMessageText(db: CompanionDatabase, user: Signed, { chat: chatId, message }: ReadyPayload) {
  const { userId } = user
  const signal = AbortSignal.timeout(FETCH_MS)
  try {
    await syncMessages({ db, api: user.api, userId, chatId, signal })
  } catch (error) {
    // Offline or timed out: the stored text is used.
    if (!signal.aborted && !isExpectedError(error)) reportError(error)
  }
  const [row, answer] = await Promise.all([db.chats.get([userId, chatId]), db.messages.get([userId, message])])
  const isWhole = answer?.role === 'assistant' && answer.status !== 'streaming'
  return { title: row?.title ?? '', body: isWhole ? textExcerpt(answer.content) : '' }
}

async function showBadge(count: number): Promise<void> {
  // Works only in the installed app, and not in every browser.
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

const browserLanguage = (): Language => (navigator.language.startsWith('es') ? 'es' : 'en')
