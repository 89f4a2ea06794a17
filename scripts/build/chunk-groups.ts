/** Files of the first script, which shows and updates a page without the rest. */
const first = [
  'ui/theme/(base|tokens)\\.',
  'routes/-root/boot\\.',
  'features/pwa/install/held-install\\.',
  'i18n/(languages|detect-language|link-manifest)\\.',
  'session/(has-database\\.|state/mirror-key\\.)',
  'offline/database/database-name\\.',
  'lib/app-update/',
  'lib/first-page/',
  'lib/lazy/(app-stored|chunk-deps|load-chunk|load-in-background|missing-chunk|retry-import)\\.',
  'lib/service-worker/finish-channel\\.',
  'lib/(store|log-handled)\\.',
  'lib/timing/(when-idle|wait-to-retry)\\.',
]

/** Packages that every page of the app needs. */
const packages = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  'jotai',
  '@lingui',
  '@tanstack/(react-router|router-core|history|store|react-store)',
]
/** Files of the app that every page needs, and no others, since their imports are bundled with them. */
const files = [
  'ui/cx\\.',
  'ui/button/(button|link-button)\\.',
  'ui/feedback/live-region\\.',
  'ui/icons/logo\\.',
  'ui/theme/theme\\.',
  'i18n/(use-language|i18n)\\.',
  'features/start/layout/language-switch',
  'session/(entitlements|restore-session)\\.',
  'session/guards/(go-to-login|guards|paths|return-url)\\.',
  'session/sign-out/erase-lock\\.',
  'session/state/(database-owner|local-storage-mirror|session-atom|session-state|stored-user|watch-other-tabs)\\.',
  'session/token-record/(open-record|session-channel)\\.',
  'main\\.',
  'routes/(-root/(follow-session|root\\.module|route-announcer|static-data|use-lazy-parts)\\.|__root)',
  'routeTree\\.gen',
  'router\\.',
  // The fallback language: this saves most first visits a round trip.
  'i18n/locales/en\\.po$',
  'lib/browser/wide-screen\\.',
]

/**
 * What the chat, the plans and the account forms need besides, with all imports. Files that a visitor's pages share
 * with the chat must be here, or those pages would load the chat's 100 kB.
 */
const shared = [
  'i18n/format\\.',
  'ui/feedback/skeleton\\.',
  'data/config\\.',
  'session/(api|session-actions)\\.',
  'ui/button/icon-button\\.',
  'ui/feedback/(toast|toast-failure)\\.',
  'ui/icons/icons\\.',
  'ui/input/text-input\\.',
  'ui/use-online\\.',
  'lib/lazy/(lazy-module|prefetch-when-stored)\\.',
  'i18n/describe-error',
  'contract/endpoints/(companion|chats)\\.',
]

/** The chat's screen and the local database, with all imports. */
const chat = [
  'routes/chat/route\\.tsx\\?tsr-split=component',
  'offline/chats/newest-chat\\.',
  'offline/stream/finished-answers\\.',
  'session/token-record/token-record\\.',
]

/** What the list of chats shares with the chat's messages, and with the frame of other pages. */
const rows = ['ui/layout/virtual-list-container', 'lib/browser/swallow-press\\.']
const portrait = ['ui/data-display/avatar\\.', 'data/user-name\\.']

/** Registers the service worker, also on a page that has not loaded the app. */
const worker = [
  'features/pwa/(register-worker|follow-workers|follow-launches)\\.',
  'lib/browser/script-url\\.',
  'lib/service-worker/worker-messages\\.',
]

/** Files that are always needed together form one chunk: each chunk costs headers and is compressed separately. */
export const chunkGroups = [
  { name: 'first', test: new RegExp(`rolldown/runtime|vite/preload-helper|/src/(${first.join('|')})`), priority: 5 },
  // The registration of the worker needs it on pages that have not loaded the rest.
  { name: 'valibot', test: /\/node_modules\/valibot\//, priority: 4 },
  { name: 'register-worker', test: new RegExp(`/src/(${worker.join('|')})`), priority: 4 },
  // Runs only with the chunks whose messages are not in the first load.
  { name: 'messages', test: /\/src\/i18n\/screen-messages\./, priority: 2 },
  {
    name: 'core',
    test: new RegExp(`/node_modules/(${packages.join('|')})/|/src/(${files.join('|')})`),
    priority: 3,
  },
  { name: 'shared', test: new RegExp(`/src/(${shared.join('|')})`), priority: 2 },
  // The chat is usable without it, and loads it then.
  {
    name: 'query',
    test: /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/src\/data\/query-client\./,
    priority: 2,
  },
  { name: 'chat', test: new RegExp(`/src/(${chat.join('|')})`), priority: 1 },
  { name: 'rows', test: new RegExp(`/node_modules/virtua/|/src/(${rows.join('|')})`), priority: 2 },
  { name: 'portrait', test: new RegExp(`/src/(${portrait.join('|')})`), priority: 2 },
  // What sends the outbox and syncs, with all imports. It starts after the first paint.
  { name: 'serve', test: /\/src\/routes\/-root\/serve-user\./, priority: 0 },
  // What can be done with a stored chat, with all imports.
  { name: 'choices', test: /\/src\/features\/library\/chat-menu\/chat-parts\./, priority: 0 },
  // The list of chats, with all imports.
  { name: 'list', test: /\/src\/features\/library\/sidebar\./, priority: 0 },
]
