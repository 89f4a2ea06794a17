/** A folder to mutate, one place at a time, and the tests that should detect it. */
export interface MutatedFolder {
  /** What is mutated, as globs from the root. */
  mutate: readonly string[]
  /** The project of vitest.config.ts that the tests belong to. */
  project: 'unit' | 'server'
  /**
   * Only these tests run: nearly every test signs in or sends, and each mutant that survives runs all tests that cover
   * it.
   */
  testFiles: readonly string[]
}

const unit = (...names: string[]) => names.map((name) => `tests/unit/${name}*.test.ts`)
const server = (...names: string[]) => names.map((name) => `tests/server/${name}*.test.ts`)

export const folders: Readonly<Record<string, MutatedFolder>> = {
  'src/offline': {
    mutate: ['src/offline/**/*.ts'],
    project: 'unit',
    testFiles: unit(
      'offline/**/',
      'chat/composer/drafts',
      'chat/memory/',
      'chat/thread/{branches,build-rows,message-window}',
      'library/{build-list,delete-chats}',
      'routes/upgrade-blocked',
      'sw/flush-closed',
    ),
  },
  'src/session': {
    mutate: ['src/session/**/*.ts'],
    project: 'unit',
    testFiles: unit(
      'session/',
      'data/remember-fact',
      'routes/follow-session',
      'account/leave',
      'sw/flush-closed',
      'offline/database/data-loss',
      'chat/memory/propose-fact',
      '{auth,pwa,subscriptions}/',
    ),
  },
  'src/api': {
    mutate: ['src/api/**/*.ts'],
    project: 'unit',
    testFiles: unit(
      'api/',
      'offline/flush/flush-outage',
      'offline/stream/follow-answer',
      'offline/sync/sync',
      'session/',
    ),
  },
  'src/contract': {
    mutate: ['src/contract/**/*.ts'],
    project: 'unit',
    testFiles: unit('contract/', 'api/', 'offline/{chats,outbox,search,stream}/', 'library/build-list', 'admin/'),
  },
  'server/modules/chats': {
    mutate: ['server/modules/chats/**/*.ts'],
    project: 'server',
    testFiles: server(
      'chats/generations/',
      'chats/{chats,chat-paths,message-branches,delete-message,answer-streams,feedback,recently-deleted,search}',
      'database/contention',
    ),
  },
  // Tokens: the identity and lifetime of sessions, and the links in mails.
  'server/modules/accounts': {
    mutate: ['server/modules/accounts/sessions/*.ts', 'server/modules/accounts/{one-time,email/unsubscribe}-token*.ts'],
    project: 'server',
    testFiles: server(
      'accounts/sessions/',
      'accounts/email/{mail,verify-email}',
      'accounts/{one-time-tokens,password/password-reset,identity/sso}',
    ),
  },
  'server/modules/subscriptions': {
    mutate: ['server/modules/subscriptions/**/*.ts'],
    project: 'server',
    testFiles: server('subscriptions/', 'payments/promotion-codes', 'admin/admin-{grants,refunds}'),
  },
  'server/modules/scores': {
    mutate: ['server/modules/scores/**/*.ts'],
    project: 'server',
    testFiles: server('scores/'),
  },
  'server/modules/scoring': {
    mutate: ['server/modules/scoring/**/*.ts'],
    project: 'server',
    testFiles: server('scores/'),
  },
}

/** One run of Stryker: a folder, or the requested parts of it. */
export interface MutantRun extends MutatedFolder {
  /** As it was requested: `src/offline/search`. */
  name: string
  /** The folder of the list, by which earlier results are found. */
  folder: string
}

/** The runs for the requested paths, which may be above or below a folder of the list; all without any. */
export function chooseRuns(asked: readonly string[]): MutantRun[] {
  const paths = asked.map((path) => path.replace(/^\.\/|\/$/g, ''))
  for (const path of paths) {
    const known = Object.keys(folders).some((folder) => isWithin(folder, path) || isWithin(path, folder))
    if (!known) throw new Error(`“${path}” is in none of these: ${Object.keys(folders).join(', ')}`)
  }
  return Object.entries(folders).flatMap(([folder, each]): MutantRun[] => {
    if (paths.length === 0 || paths.some((path) => isWithin(folder, path))) return [{ ...each, name: folder, folder }]
    const parts = paths.filter((path) => isWithin(path, folder))
    const mutate = parts.map((part) => (part.endsWith('.ts') ? part : `${part}/**/*.ts`))
    return parts.length === 0 ? [] : [{ ...each, name: parts.join(' '), folder, mutate }]
  })
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
