import type { TestProject } from 'vitest/node'
import { readBuildRecord } from '../../../scripts/build/build-record.ts'
import { distFolder } from '../../../scripts/build.ts'
import { installEngine, isEngineName } from './launch.ts'

/** Checks for the built app and the engine. Without the engine its tests fail, and those of the others still run. */
export default async function prepare({ name }: TestProject): Promise<void> {
  if (!(await readBuildRecord(distFolder))) throw new Error('There is no build yet: npm run build')
  if (!isEngineName(name)) throw new Error(`${name} is no engine`)
  try {
    installEngine(name)
  } catch (error) {
    console.error(error)
  }
}
