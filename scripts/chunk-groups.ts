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
  'routeTree\\.gen',
  'router\\.',
  // The fallback language and the start page come along: one round trip less for most first visits.
  'i18n/locales/en\\.',
  'features/start/(?!plain)',
  'ui/(radar|axes|hexagon)\\.',
  'routes/_site(\\.tsx|/index\\.tsx)',
]

/** What is always needed together comes in one file: each costs its headers and is compressed on its own. */
export const chunkGroups = [
  {
    name: 'core',
    test: new RegExp(`rolldown/runtime|/node_modules/(${packages.join('|')})/|/src/(${files.join('|')})`),
  },
]
