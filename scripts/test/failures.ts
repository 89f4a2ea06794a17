import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** One test that did not pass. */
export const Failure = v.object({
  /** The path of the test file as the runner reports it; empty for a failed static check or a failed runner. */
  file: v.string(),
  name: v.string(),
  error: v.string(),
  /** The address and the accessibility tree of the page when a test in a browser failed, in lines. */
  page: v.optional(v.string()),
})
export type Failure = v.InferOutput<typeof Failure>

/** The file and name of a failed test in one line. */
export const failureTitle = ({ file, name }: Failure) => [file, name].filter((part) => part !== '').join(' › ')

/** The lines of an error, without colours and empty lines. */
export const errorLines = (error: string) =>
  stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

const LINES = 8
/** Enough for a chat or a dialog; longer pages are cut. */
const PAGE_LINES = 60
/** How many failures are printed with their errors; the others by name only, so that the end of a log lists all. */
const EXPLAINED = 25

/** The failed tests of a stage as lines: each by its name, the first lines of its error, and what the page showed. */
export function failureLines(stage: string, failures: readonly Failure[]): string[] {
  return failures.flatMap((failure, at) => {
    const title = `✗ ${stage}: ${failureTitle(failure)}`
    if (at >= EXPLAINED) return [title]
    const page = errorLines(failure.page ?? '').slice(0, PAGE_LINES)
    const said = [...errorLines(failure.error).slice(0, LINES), ...page]
    return [title, ...said.map((line) => `    ${line.slice(0, 300)}`)]
  })
}
