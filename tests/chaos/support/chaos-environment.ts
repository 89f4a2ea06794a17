import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'
import { TcpProxy } from './fault-proxy.ts'

export interface TestEnvironment {
  server: LiveServer
  /** The proxy through which clients reach the server. */
  proxy: TcpProxy
  model: ModelServer
  /** The server's database rows. */
  rows: OpenDatabase
  /** Registers a user with a trial. */
  registerUser(): Promise<ApiUser>
  signInAgain(user: ApiUser): Promise<ApiUser>
}

/** Starts one server process per file behind a network that can fail; `environment()` returns both to its tests. */
export function environmentForFile(env: Readonly<Record<string, string>> = {}): () => TestEnvironment {
  let environment: TestEnvironment | undefined
  const cleanups: (() => Promise<void>)[] = []
  beforeAll(async () => {
    environment = await startEnvironment(env, (cleanup) => cleanups.push(cleanup))
  })
  afterEach(() => environment?.proxy.heal())
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  return () => {
    if (!environment) throw new Error('There is an environment only while a test runs')
    return environment
  }
}

async function startEnvironment(
  env: Readonly<Record<string, string>>,
  atEnd: (cleanup: () => Promise<void>) => void,
): Promise<TestEnvironment> {
  const model = await startModelServer()
  atEnd(() => model.close())
  const settings = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'test-model', RATE_LIMITS: 'off' }
  const server = await LiveServer.start({ ...settings, ...env })
  atEnd(() => server.remove())
  const proxy = await TcpProxy.before(server.url)
  atEnd(() => proxy.close())
  const rows = await openDatabase({ databaseUrl: env.DATABASE_URL ?? null, dataDir: server.folder })
  atEnd(() => rows.close())
  const user = async () => {
    const credentials = { email: `${uuid()}@example.test`, password: 'a quiet harbour 41' }
    const somebody = await ApiUser.register(server.url, { first: 'Ana', last: 'Prado' }, credentials)
    await somebody.startTrial()
    return somebody
  }
  const signInAgain = ({ credentials }: ApiUser) => ApiUser.login(server.url, credentials)
  return { server, proxy, model, rows, registerUser: user, signInAgain }
}

/** The first lines of the requests that these tests count. */
export const sending = /^POST \/api\/v1\/companion\/chat\/$/
export const uploading = /^(?:POST|PATCH) \/api\/v1\/companion\/files\//
export const sendingChunk = /^PATCH \/api\/v1\/companion\/files\//
export const creating = /^POST \/api\/v1\/companion\/chats\/$/
export const refreshing = /^POST \S*\/token\/refresh\/$/
