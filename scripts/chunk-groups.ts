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
  'ui/(button|link-button|cx|live-region|mark|theme|tokens|base)\\.',
  'i18n/(use-language|i18n|languages|detect-language)\\.',
  'features/start/language-switch',
  'session/(announce|entitlements|erasing|go-to-login|guards|kept-mark|mirror|open-record|paths)\\.',
  'session/(redirect-place|restore-session|session-atom|session-state|stored-user|was-refused|watch-other-tabs)\\.',
  'routes/(-root/(boot|follow-session|root\\.module|route-announcer|static-data|use-late-parts)\\.|__root)',
  'lib/(app-update|before-reload|fetch-again|finish-channel|load-behind|load-part|missing-part|page-script|reloaded-builds|update-machine|when-idle)\\.',
  'features/pwa/install-state\\.',
  'routeTree\\.gen',
  'router\\.',
  // The fallback language and the start page come along: one round trip less for most first visits.
  'i18n/locales/en\\.',
  'features/start/(?!plain)',
  'ui/(radar|axes|hexagon)\\.',
  'routes/_site(\\.tsx|/index\\.tsx)',
]

/**
 * What the chat, the plans and the forms of the account need beside that, with all that these import. What a visitor's
 * pages take of the chat's group would bring its 100 kB to them, so it stands here.
 */
const shared = [
  'i18n/format\\.',
  'ui/skeleton\\.',
  'session/(api|get-config|actions)\\.',
  'ui/(icons|icon-button|text-input|toast|toast-failure|lazy-part)\\.',
  'lib/query-client',
  'i18n/error-words',
  'contract/endpoints/(companion|chats)\\.',
]

/** The screen of the chat and the copy that it shows, with all that these import. */
const chat = [
  'routes/chat/route\\.tsx\\?tsr-split=component',
  'offline/newest-chat\\.',
  'session/token-record\\.',
  'routes/-root/(serve-person|chosen-theme)\\.',
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
