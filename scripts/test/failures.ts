import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** One test that did not pass. */
export const Failure = v.object({
  /** The path of its file as the runner says it; empty for what is no test: a static check, the runner itself. */
  file: v.string(),
  name: v.string(),
  error: v.string(),
})
export type Failure = v.InferOutput<typeof Failure>

/** Where a failed test is and what it is called, in one line. */
export const failureTitle = ({ file, name }: Failure) => [file, name].filter((part) => part !== '').join(' › ')

/** The lines of an error, without colours and empty ones. */
export const errorLines = (error: string) =>
  stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

const LINES = 8
/** So many with what they said; the others by name, so that the last screen of a log names all. */
const EXPLAINED = 25

/** The failed tests of a stage as lines: each by its name and the first lines of its error. */
export function failureLines(stage: string, failures: readonly Failure[]): string[] {
  return failures.flatMap((failure, at) => {
    const said = errorLines(failure.error).slice(0, at < EXPLAINED ? LINES : 0)
    return [`✗ ${stage}: ${failureTitle(failure)}`, ...said.map((line) => `    ${line.slice(0, 300)}`)]
  })
}
