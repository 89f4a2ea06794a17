import { readBuildRecord } from '../../../scripts/build/build-record.ts'
import { distFolder } from '../../../scripts/build.ts'

/** Builds the app, which the test runner's environment cannot, because browsers run the built app. Prints the seed. */
export default async function prepare(): Promise<void> {
  console.log(`chaos: CHAOS_SEED=${process.env.CHAOS_SEED}`)
  if (!(await readBuildRecord(distFolder))) throw new Error('There is no build yet: npm run build')
}
