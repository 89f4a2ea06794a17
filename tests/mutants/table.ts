/** The properties of a Stryker result that are used here. */
export interface MutantOutcome {
  status: string
  /** The mutant also runs while its module loads, when no mutant is active yet, so its result has no meaning. */
  static?: boolean | undefined
}

/** The results of one folder; `score` is the percentage of covered mutants that a test detected. */
export interface FolderScore {
  name: string
  mutants: number
  killed: number
  timedOut: number
  survived: number
  uncovered: number
  score: number
}

/** Mutants that were left out or did not load are not counted. */
export function scoreOf(name: string, outcomes: readonly MutantOutcome[]): FolderScore {
  const count = (status: string) => outcomes.filter((each) => each.status === status && !each.static).length
  const killed = count('Killed')
  const timedOut = count('Timeout')
  const survived = count('Survived')
  const uncovered = count('NoCoverage')
  const covered = killed + timedOut + survived
  const score = covered === 0 ? 100 : ((killed + timedOut) / covered) * 100
  return { name, mutants: covered + uncovered, killed, timedOut, survived, uncovered, score }
}

/** A Markdown table with a row per folder. */
export function tableOf(scores: readonly FolderScore[]): string {
  const head = '| folder | mutants | killed | timed out | survived | no coverage | score of covered |'
  const rows = scores.map(({ name, mutants, killed, timedOut, survived, uncovered, score }) =>
    ['', name, mutants, killed, timedOut, survived, uncovered, `${score.toFixed(1)} %`, ''].join(' | ').trim(),
  )
  return [head, '|---|--:|--:|--:|--:|--:|--:|', ...rows].join('\n')
}
