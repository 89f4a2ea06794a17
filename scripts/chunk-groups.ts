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
/** Our own files that every page needs. */
const files = [
  'ui/(button|link-button|cx|live-region|mark|theme|tokens|base)\\.',
  'i18n/(use-language|i18n|languages|detect-language)\\.',
  'features/start/language-switch',
  'session/(?!api|refresh-user|page-tokens|sign-out|actions|token-record|end-session)',
  'routes/(-root/(?!late-parts|serve-person)|__root)',
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
