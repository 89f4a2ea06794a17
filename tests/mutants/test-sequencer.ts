import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs test files that failed before first, because the current mutant is near the previous one, and then the quickest:
 * the first failure ends a run.
 */
export class TestSequencer extends BaseSequencer {
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
