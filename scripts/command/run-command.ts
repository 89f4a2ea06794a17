import { type Config, readConfig } from '#server/config/config.ts'
import { explainStartError, type StartContext } from '#server/lifecycle/explain-start-error.ts'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'

/**
 * Runs a command of the operator with the settings of the environment. An error is explained on stderr, by the context,
 * whose phase `run` changes; `what` begins the message for an unexpected one. The exit code is then 1.
 */
export async function runCommand(
  what: string,
  run: (config: Config, context: StartContext) => Promise<void>,
): Promise<void> {
  const context: StartContext = { phase: 'settings', what }
  try {
    makeNewFilesPrivate()
    const config = readConfig(process.env)
    context.config = config
    await run(config, context)
  } catch (error) {
    reportError(error, context)
    process.exitCode = 1
  }
}

/** Explains an error on stderr. */
export function reportError(error: unknown, context: StartContext): void {
  process.stderr.write(`${explainStartError(error, context)}\n`)
}
