import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that failed before come first, because the place broken now is near the one before, and then the quickest:
 * the first failure ends a run.
 */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = new Map(
      files.map((file) => {
        const known = this.ctx.cache.getTestSpecificationResult(file)
        return [file, known?.failed ? -1 : (known?.duration ?? Number.MAX_VALUE)]
      }),
    )
    const rankOf = (file: TestSpecification) => rank.get(file) ?? Number.MAX_VALUE
    return [...files].sort((a, b) => rankOf(a) - rankOf(b))
  }
}
