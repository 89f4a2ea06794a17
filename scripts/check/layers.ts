/** The layers of client and server that a layer may import. A layer may always import itself. */
export interface Layer {
  imports: readonly string[]
  /** The packages it may import; undefined: any that `forbidden` does not match. */
  packages?: readonly string[]
  forbidden?: readonly RegExp[]
}

const react = [/^react(?:-dom)?(?:\/|$)/, /^@tanstack\//, /^jotai(?:\/|$)/, /^@lingui\/react/]
const serverOnly = [/^node:/, /^hono(?:\/|$)/, /^@hono\//, /^kysely(?:\/|$)/, /^pg(?:\/|$)/, /^pino(?:\/|$)/]
const modularForms = /^@modular-forms\//
const below = ['data', 'session', 'ui', 'i18n', 'lib', 'api', 'offline', 'contract']

export const layers: Readonly<Record<string, Layer>> = {
  routes: { imports: ['features', ...below], forbidden: [...serverOnly, modularForms] },
  features: { imports: below, forbidden: [...serverOnly, modularForms] },
  session: { imports: ['api', 'offline', 'lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  data: { imports: ['session', 'api', 'offline', 'i18n', 'lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  ui: { imports: ['i18n', 'lib'], forbidden: serverOnly },
  i18n: { imports: ['lib', 'contract'], forbidden: [...serverOnly, modularForms] },
  offline: { imports: ['api', 'contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  api: { imports: ['contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  contract: { imports: [], packages: ['valibot'] },
  lib: { imports: [], forbidden: [...serverOnly, modularForms] },
  sw: { imports: ['offline', 'api', 'session', 'contract', 'lib'], forbidden: [...serverOnly, ...react, modularForms] },
  server: { imports: ['contract'], forbidden: [...react, modularForms] },
}
