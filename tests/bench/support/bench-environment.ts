import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { buildIfOutdated } from '../../../scripts/build.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'

export interface BenchEnvironment {
  server: LiveServer
  model: ModelServer
  /** A user with a trial. */
  user: ApiUser
}

/** Runs `use` with the built app on its own server with a model server. */
export async function withEnvironment<T>(use: (environment: BenchEnvironment) => Promise<T>): Promise<T> {
  await buildIfOutdated()
  const model = await startModelServer()
  // A long chat is not summarised, which would take the script of the measured answer.
  const settings = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', ASSISTANT_CONTEXT: '10000000' }
  const env = { ...settings, NODE_ENV: 'development', RATE_LIMITS: 'off' }
  const server = await LiveServer.start(env)
  try {
    const credentials = { email: 'bench@example.org', password: 'a quiet harbour 41' }
    const user = await ApiUser.register(server.url, { first: 'Ana', last: 'Prado' }, credentials)
    await user.startTrial()
    return await use({ server, model, user: user })
  } finally {
    await server.remove()
    await model.close()
  }
}
