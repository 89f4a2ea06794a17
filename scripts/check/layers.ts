/** Which layers a layer may import, besides itself (see docs/architecture.md). */
export interface Layer {
  mayImport: readonly string[]
  /** Packages it may name; undefined: any that `forbidden` does not list. */
  packages?: readonly string[]
  forbidden?: readonly RegExp[]
}

const react = [/^react(?:-dom)?(?:\/|$)/, /^@tanstack\//, /^jotai(?:\/|$)/, /^@lingui\/react/]
const serverOnly = [/^node:/, /^hono(?:\/|$)/, /^@hono\//, /^kysely(?:\/|$)/, /^pg(?:\/|$)/, /^pino(?:\/|$)/]
const modularForms = /^@modular-forms\//
const below = ['data', 'session', 'ui', 'i18n', 'lib', 'api', 'offline', 'contract']

export const layers: Readonly<Record<string, Layer>> = {
  routes: { mayImport: ['features', ...below], forbidden: [...serverOnly, modularForms] },
  features: { mayImport: below, forbidden: [...serverOnly, modularForms] },
  session: { mayImport: ['api', 'offline', 'lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  data: {
    mayImport: ['session', 'api', 'offline', 'i18n', 'lib', 'contract'],
    forbidden: [...serverOnly, modularForms],
  },
  ui: { mayImport: ['i18n', 'lib'], forbidden: serverOnly },
  i18n: { mayImport: ['lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  offline: { mayImport: ['api', 'contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  api: { mayImport: ['contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  contract: { mayImport: [], packages: ['valibot'] },
  lib: { mayImport: [], forbidden: [...serverOnly, modularForms] },
  sw: {
    mayImport: ['offline', 'api', 'session', 'contract', 'lib'],
    forbidden: [...serverOnly, ...react, modularForms],
  },
  server: { mayImport: ['contract'], forbidden: [...react, modularForms] },
}

/** Inside the server, by role: what a file of the one kind never imports. */
export const serverRoles: readonly { of: RegExp; never: RegExp; why: string }[] = [
  { of: /\.repository\.ts$/, never: /\.(?:service|routes)\.ts$/, why: 'a repository knows only the database' },
  { of: /\.service\.ts$/, never: /\.routes\.ts$/, why: 'a service does not know who calls it' },
  { of: /\.service\.ts$/, never: /^server\/http\//, why: 'a service does not know HTTP' },
  { of: /\.routes\.ts$/, never: /\.repository\.ts$/, why: 'routes go through a service' },
  { of: /^server\/db\//, never: /^server\/(?:modules|http|providers)\//, why: 'the database knows nobody' },
  { of: /^server\/providers\//, never: /^server\/(?:modules|http|db)\//, why: 'a provider stands alone' },
]
