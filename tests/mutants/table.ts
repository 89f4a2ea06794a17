/** A result of Stryker's, as far as it counts here. */
export interface MutantOutcome {
  status: string
  /** It also runs while its module loads, when no mutant is active yet: what tests make of it says nothing. */
  static?: boolean | undefined
}

/** What became of the mutants of one folder; `score` is the share of the covered ones that a test noticed, in percent. */
export interface FolderScore {
  name: string
  mutants: number
  killed: number
  timedOut: number
  survived: number
  uncovered: number
  score: number
}

/** Those that were left out or did not even load count nowhere. */
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

/** A Markdown table, a folder a line. */
export function tableOf(scores: readonly FolderScore[]): string {
  const head = '| folder | mutants | killed | timed out | survived | no coverage | score of covered |'
  const rows = scores.map(({ name, mutants, killed, timedOut, survived, uncovered, score }) =>
    ['', name, mutants, killed, timedOut, survived, uncovered, `${score.toFixed(1)} %`, ''].join(' | ').trim(),
  )
  return [head, '|---|--:|--:|--:|--:|--:|--:|', ...rows].join('\n')
}
