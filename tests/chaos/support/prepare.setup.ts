import { readBuildRecord } from '../../../scripts/build/build-record.ts'
import { distFolder } from '../../../scripts/build.ts'

/** The browser runs the built app, which a test runner's environment cannot build. Says the seed. */
export default async function prepare(): Promise<void> {
  console.log(`chaos: CHAOS_SEED=${process.env.CHAOS_SEED}`)
  if (!(await readBuildRecord(distFolder))) throw new Error('There is no build yet: npm run build')
}
