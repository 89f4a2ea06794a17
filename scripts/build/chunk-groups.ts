/** Packages that every page needs. */
const packages = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  'jotai',
  'valibot',
  '@lingui',
  '@tanstack/(react-router|router-core|history|store|react-store)',
]
/** Our own files that every page needs, and no others: what they import comes into the same file. */
const files = [
  'ui/cx\\.',
  'ui/button/(button|link-button)\\.',
  'ui/feedback/live-region\\.',
  'ui/icons/logo\\.',
  'ui/theme/(base|theme|tokens)\\.',
  'i18n/(use-language|i18n|languages|detect-language)\\.',
  'features/start/layout/language-switch',
  'session/(entitlements|restore-session)\\.',
  'session/guards/(go-to-login|guards|paths|return-url)\\.',
  'session/sign-out/erase-lock\\.',
  'session/state/(database-owner|local-storage-mirror|session-atom|session-state|stored-user|watch-other-tabs)\\.',
  'session/token-record/(open-record|session-channel)\\.',
  'routes/(-root/(boot|follow-session|root\\.module|route-announcer|static-data|use-lazy-parts)\\.|__root)',
  'lib/app-update/(app-update|before-reload|page-script|reloaded-builds|update-machine)\\.',
  'lib/lazy/(load-chunk|load-in-background|missing-chunk|retry-import)\\.',
  'lib/service-worker/finish-channel\\.',
  'lib/store\\.',
  'lib/timing/when-idle\\.',
  'features/pwa/install/install-state\\.',
  'routeTree\\.gen',
  'router\\.',
  // The fallback language and the start page come along: one round trip less for most first visits.
  'i18n/locales/en\\.',
  'features/start/(?!layout/plain)',
  'ui/score-chart/(radar|axes|hexagon)\\.',
  'routes/_site(\\.tsx|/index\\.tsx)',
]

/**
 * What the chat, the plans and the forms of the account need beside that, with all that these import. What a visitor's
 * pages take of the chat's group would bring its 100 kB to them, so it stands here.
 */
const shared = [
  'i18n/format\\.',
  'ui/feedback/skeleton\\.',
  'session/(api|session-actions)\\.',
  'data/(config-query|query-client)\\.',
  'ui/button/icon-button\\.',
  'ui/feedback/(toast|toast-failure)\\.',
  'ui/icons/icons\\.',
  'ui/input/text-input\\.',
  'lib/lazy/lazy-module\\.',
  'i18n/describe-error',
  'contract/endpoints/(companion|chats)\\.',
]

/** The screen of the chat and the copy that it shows, with all that these import. */
const chat = [
  'routes/chat/route\\.tsx\\?tsr-split=component',
  'offline/chats/newest-chat\\.',
  'session/token-record/token-record\\.',
  'routes/-root/(serve-user|chosen-theme)\\.',
]

/** What is always needed together comes in one file: each costs its headers and is compressed on its own. */
export const chunkGroups = [
  {
    name: 'core',
    test: new RegExp(`rolldown/runtime|/node_modules/(${packages.join('|')})/|/src/(${files.join('|')})`),
    priority: 3,
  },
  {
    name: 'shared',
    test: new RegExp(`/node_modules/(@tanstack/(react-query|query-core)|date-fns)/|/src/(${shared.join('|')})`),
    priority: 2,
  },
  { name: 'chat', test: new RegExp(`/src/(${chat.join('|')})`), priority: 1 },
]
