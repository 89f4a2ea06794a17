import { parseArgs } from 'node:util'
import { UsageError } from './selection.ts'

/** The arguments of `npm run test:repeat`. */
export interface RepeatRequest {
  runs: number
  /** Whether other processes keep the machine busy during the runs. */
  load: boolean
  /** The arguments of `npm test`. */
  test: readonly string[]
}

const usage = [
  'npm run test:repeat -- 10                      the whole npm test ten times',
  'npm run test:repeat -- 5 --load e2e drafts     a part of it five times, beside two busy loops',
].join('\n')

/** Reads `<runs> [--load] [arguments of npm test]`. Throws a UsageError. */
export function readRepeat(args: readonly string[]): RepeatRequest {
  const { values, positionals } = parse(args)
  const [runs = '', ...test] = positionals
  if (!/^[1-9]\d{0,3}$/.test(runs)) throw new UsageError(`Say first how many runs: 1 to 9999.\n${usage}`)
  return {
    runs: Number(runs),
    load: values.load,
    test: values.name === undefined ? test : [...test, '-t', values.name],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { load: { type: 'boolean', default: false }, name: { type: 'string', short: 't' } },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
