import type { Config } from './config.ts'
import { databaseAt } from './explain-start-error.ts'
import type { Assistant } from './providers/assistant/assistant.ts'

/** What is printed once the server listens. */
export function welcome(address: string, config: Config, assistant: Assistant): string {
  const answers =
    assistant.kind === 'practice'
      ? `${assistant.name}: built in, for trying things out (a real model: README, "Connect a model")`
      : assistant.name
  const data =
    config.databaseUrl === null
      ? `${config.dataDir} (SQLite)`
      : `${databaseAt(config.databaseUrl)}; other files in ${config.dataDir}`
  const elsewhere = config.publicUrl === address ? '' : ` (for the world: ${config.publicUrl})`
  return [
    '',
    `Companion is ready at ${address}${elsewhere}`,
    '',
    `  Assistant  ${answers}`,
    `  Data       ${data}`,
    `  Admin      npm run admin:create`,
    '',
  ].join('\n')
}
