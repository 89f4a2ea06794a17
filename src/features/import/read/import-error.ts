/** Why a file cannot be imported; `import-messages.ts` has the texts. */
export const importProblems = [
  'unknown_file',
  'broken_json',
  'broken_zip',
  'encrypted_zip',
  'zip_without_chats',
  'no_chats',
  'too_large',
  'unreadable_file',
  'no_worker',
] as const
export type ImportProblem = (typeof importProblems)[number]

export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
