/** Files of the first script, which shows and updates a page without the rest. */
const first = [
  'ui/theme/(base|tokens)\\.',
  'routes/-root/boot\\.',
  'features/pwa/install/held-install\\.',
  'i18n/(languages|detect-language|link-manifest)\\.',
  'session/(has-database\\.|sign-out/erase-lock\\.|state/mirror-key\\.)',
  'offline/database/database-name\\.',
  'lib/app-update/',
  'lib/first-page/(find-)?static-page\\.',
  'lib/browser/passkey-device\\.',
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
  'session/state/(database-owner|local-storage-mirror|session-atom|session-state|stored-user|watch-other-tabs)\\.',
  'session/token-record/(open-record|session-channel)\\.',
  'main\\.',
  'routes/(-root/(follow-session|root\\.module|route-announcer|static-data|use-lazy-parts)\\.|__root)',
  'routeTree\\.gen',
  'router\\.',
  // The fallback language: this saves most first visits a round trip.
  'i18n/locales/en\\.po$',
  'lib/browser/wide-screen\\.',
  'lib/first-page/replace-static-page\\.',
]

/**
 * Modules that the chat, the plans and the account forms import besides those of `core`, with all of their imports. A
 * module that both a visitor's page and the chat import must be here: in the chat's own group, it would make that page
 * load the group's 100 kB.
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
  'lib/lazy/(lazy-module|log-missing-chunk|prefetch-when-stored)\\.',
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
const rows = [
  'ui/icons/list-icons\\.',
  'ui/layout/virtual-list-container',
  'contract/search-(hits|tokens)\\.',
  'features/chat/markdown/safe-href\\.',
]
const portrait = ['ui/data-display/avatar\\.', 'data/user-name\\.']

/** Registers the service worker, also on a page that has not loaded the app. */
const worker = [
  'features/pwa/(register-worker|follow-workers|follow-launches)\\.',
  'lib/browser/script-url\\.',
  'lib/service-worker/(close-notifications|worker-messages)\\.',
]

/** Questions to the user, notifications and notices, which begin once a page is idle. */
const prompts = [
  'routes/-root/user-search\\.',
  'features/account/(?:account-prompts|mail/mail-language-prompt|consents/consent-prompt)\\.',
  'features/pwa/(?:install/install-prompt|notifications/notifications)\\.',
]

/** What several screens share, without the inputs and dialogs. */
const screens = [
  'ui/(layout/(?!tabs)|data-display/(badge|meter|facts))',
  'i18n/(format|plan-texts)',
  'lib/service-worker/',
]

/** Calls and small stores of several screens. */
const data = [
  'data/(?!request-palette|see-newest|passkeys|speech)',
  'contract/(?:search-|endpoints/(?:billing|subscriptions))',
]

const part = (...files: readonly string[]) => new RegExp(`/src/(?:${files.join('|')})`)
const ofPackages = (...names: readonly string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)
const or = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * Files that are needed together form one chunk: each costs headers, is compressed separately, and is fetched and
 * stored by the service worker at each installation. A group also gets what its files import, except what a group
 * before it has.
 */
export const chunkGroups = [
  { name: 'first', test: or(/rolldown\/runtime|vite\/preload-helper/, part(...first)) },
  // The registration of the worker needs it on pages that have not loaded the rest.
  { name: 'valibot', test: ofPackages('valibot') },
  { name: 'register-worker', test: part(...worker) },
  { name: 'core', test: or(ofPackages(...packages), part(...files)) },
  // Runs only with the chunks whose messages are not in the first load.
  { name: 'messages', test: part('i18n/screen-messages\\.') },
  { name: 'shared', test: part(...shared) },
  // The chat is usable without it, and loads it then.
  {
    name: 'query',
    test: or(ofPackages('@tanstack/(react-query|query-core)'), part('data/(config-query|query-client|use-action)\\.')),
  },
  { name: 'browser', test: part('lib/(?:browser|timing)/', 'lib/to-hex\\.') },
  { name: 'rows', test: or(ofPackages('virtua'), part(...rows)) },
  { name: 'portrait', test: part(...portrait) },
  { name: 'chat', test: part(...chat) },
  // Starts flush, sync and streams of the signed-in user, after the first paint.
  { name: 'serve', test: part('routes/-root/serve-user\\.', 'contract/endpoints/files\\.', 'offline/files/') },
  // Loaded when the outbox is not empty.
  { name: 'flush', test: part('offline/(?:flush|sync|deleted)/', 'data/see-newest-chats\\.') },
  // What can be done with a stored chat.
  { name: 'choices', test: part('features/library/chat-menu/chat-parts\\.') },
  { name: 'list', test: part('features/library/sidebar\\.') },
  { name: 'later-messages', test: part('i18n/later-messages\\.') },
  { name: 'attach', test: part('features/chat/attachments/attach-button\\.') },
  { name: 'lazy-parts', test: part('routes/-root/lazy-parts\\.') },
  // What every signed-in page loads once it is idle.
  { name: 'prompts', test: part(...prompts) },
  { name: 'frames', test: part('features/start/layout/', 'routes/(?:_site|auth/route)\\.') },
  { name: 'error-pages', test: part('features/information/error-pages/', 'routes/_site/(?:error|\\$)\\.') },
  { name: 'charts', test: part('ui/score-chart/', 'data/agreement-query\\.') },
  { name: 'start', test: part('features/start/', 'routes/_site/index\\.') },
  { name: 'models', test: part('data/(?:models|remembered-models|usage)\\.', 'offline/outbox/after-attempt\\.') },
  {
    name: 'forms',
    test: part('features/auth/(?:factor|login|passkey|register)/', 'routes/auth/(?:login|register|second-factor)\\.'),
  },
  { name: 'screens', test: part(...screens) },
  { name: 'visitor-plans', test: part('features/subscriptions/plans/visitor-plans\\.') },
  { name: 'data', test: part(...data) },
  { name: 'thread', test: part('features/chat/(?:thread|message/actions|scores)/') },
  {
    name: 'composer',
    test: part('features/chat/(?:attachments/(?!message-file)|composer/|models/|status/|web-search/)'),
  },
  { name: 'newsletter', test: part('features/newsletter/') },
  { name: 'information', test: part('features/information/', 'routes/_site/information\\.') },
  { name: 'password', test: part('features/auth/password/', 'routes/auth/(?:forgor|reset)-password\\.') },
  { name: 'tooltip', test: part('ui/tooltip/') },
  { name: 'menu', test: part('ui/menu/') },
  { name: 'dialogs', test: part('ui/dialog/') },
  { name: 'inputs', test: part('ui/(?:input|form)/') },
  { name: 'check', test: part('features/auth/(?:verify-email|mailed-link|email-change)/', 'routes/_site/check\\.') },
  { name: 'search', test: part('features/search/(?:palette\\.|commands|shortcuts)') },
  { name: 'rating', test: part('features/rating/', 'routes/_site/rating\\.') },
  { name: 'library-dialogs', test: part('features/library/dialogs/') },
  { name: 'plans', test: part('features/subscriptions/', 'routes/.*(?:subscription|sandbox-checkout/index)') },
  // Without what few use: cropping a photo and the QR code stay in chunks of their own.
  {
    name: 'account',
    test: part('features/account/(?!photo/photo-crop|second-factor/qr-code)', 'routes/_site/account/index\\.'),
  },
  { name: 'settings', test: part('features/settings/', 'routes/_site/settings\\.') },
  { name: 'chat-dialogs', test: part('features/chat/(?:memory/|message/(?!editing)|summary/)') },
  { name: 'admin', test: part('features/admin/', 'routes/_site/admin-panel/') },
]
