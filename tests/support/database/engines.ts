import type { Engine } from '#server/db/database.ts'

/** The databases that the server's tests run on: both, unless `TEST_ENGINES` names one of them. */
export const testEngines: readonly Engine[] = readEngines(process.env.TEST_ENGINES)

function readEngines(named: string | undefined): readonly Engine[] {
  if (!named) return ['sqlite', 'postgres']
  if (named !== 'sqlite' && named !== 'postgres') throw new Error(`TEST_ENGINES names “${named}”, which is no database`)
  return [named]
}
