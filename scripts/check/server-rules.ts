/** An import or a text that is forbidden in some files. Paths are relative to the root. */
export interface FileRule {
  /** The files to which the rule applies; a rule without files fails the check. */
  of: RegExp
  /** Paths that these files must not import, types included. */
  never?: RegExp
  /** Packages that they must not import. */
  packages?: RegExp
  /** Text that they must not contain. */
  text?: RegExp
  why: string
}

const modules = 'server/modules/'
/** Routes, and the files that build their responses. */
const http = /^server\/modules\/.*\.(?:routes|http)\.ts$/
const repository = /^server\/modules\/.*\.repository\.ts$/
/** All other files of modules: use cases, jobs, mappers, errors. */
const operation = /^server\/modules\/(?!.*\.(?:routes|http|repository)\.ts$)/

/** Dependencies go one way: routes call use cases; use cases call repositories, the database and providers. */
export const fileRules: readonly FileRule[] = [
  { of: http, never: /\.repository\.ts$|^server\/(?:db|providers\/payments)\//, why: 'routes go through a use case' },
  { of: http, packages: /^kysely/, why: 'routes contain no queries' },
  {
    of: http,
    text: /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/,
    why: 'routes contain no queries',
  },
  { of: operation, never: /^server\/http\/|\.(?:routes|http)\.ts$/, why: 'a use case knows no HTTP' },
  { of: operation, packages: /^(?:hono$|hono\/(?!html$)|@hono\/)/, why: 'a use case knows no HTTP' },
  { of: repository, never: /^server\/http\/|\.(?:routes|http)\.ts$/, why: 'a repository knows no HTTP' },
  {
    of: repository,
    never: /^server\/modules\/(?!.*(?:\.(?:repository|mappers|errors)|label-kind)\.ts$)/,
    why: 'a repository knows no use case',
  },
  { of: /^server\/http\//, never: /^server\/modules\//, why: 'server/http knows no module' },
  { of: /^server\/db\//, never: /^server\/(?:modules|http|providers)\//, why: 'the database knows nobody' },
  { of: /^server\/providers\//, never: /^server\/(?:modules|http|db)\//, why: 'a provider stands alone' },
  { of: /^server\/lib\//, never: /^server\/(?:modules|http|providers)\//, why: 'server/lib knows nobody' },
  { of: /^sw\//, never: /^src\/session\/(?!token-record\/)/, why: 'the worker knows only the token record' },
]

/** The module of a server file, such as `chats`. */
export const moduleOf = (file: string): string | undefined =>
  file.startsWith(modules) ? file.slice(modules.length).split('/')[0] : undefined
