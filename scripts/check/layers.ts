/** Who may import whom (docs: architecture, "Who may import whom"). A room may always import itself. */
export interface Room {
  rooms: readonly string[]
  /** Packages it may name; undefined: any that `forbidden` does not list. */
  packages?: readonly string[]
  forbidden?: readonly RegExp[]
}

const react = [/^react(?:-dom)?(?:\/|$)/, /^@tanstack\//, /^jotai(?:\/|$)/, /^@lingui\/react/]
const serverOnly = [/^node:/, /^hono(?:\/|$)/, /^@hono\//, /^kysely(?:\/|$)/, /^pg(?:\/|$)/, /^pino(?:\/|$)/]
const modularForms = /^@modular-forms\//
const below = ['data', 'session', 'ui', 'i18n', 'lib', 'api', 'offline', 'contract']

export const rooms: Readonly<Record<string, Room>> = {
  routes: { rooms: ['features', ...below], forbidden: [...serverOnly, modularForms] },
  features: { rooms: below, forbidden: [...serverOnly, modularForms] },
  session: { rooms: ['api', 'offline', 'lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  data: { rooms: ['session', 'api', 'offline', 'i18n', 'lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  ui: { rooms: ['i18n', 'lib'], forbidden: serverOnly },
  i18n: { rooms: ['lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  offline: { rooms: ['api', 'contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  api: { rooms: ['contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  contract: { rooms: [], packages: ['valibot'] },
  lib: { rooms: [], forbidden: [...serverOnly, modularForms] },
  sw: { rooms: ['offline', 'api', 'session', 'contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  server: { rooms: ['contract'], forbidden: [...react, modularForms] },
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
