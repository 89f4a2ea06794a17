import type { SearchResult } from '#contract/objects/search-result.ts'
import type { Command } from './commands.ts'
import { keyOf } from './merge-results.ts'

export type Option =
  | { kind: 'chat' | 'message'; key: string; result: SearchResult }
  | { kind: 'command'; key: string; command: Command; label: string }

export interface Group {
  kind: Option['kind']
  options: Option[]
}

/** How many messages stand in the list before it is scrolled: drawing fifty at each letter is what would take the time. */
export const FIRST_MESSAGES = 16
/** As many rows as are drawn with the letter; the others follow a frame later, below what a screen shows. */
const FIRST_ROWS = 10

/** How many messages are drawn at once, below so many other rows. */
export const firstMessages = (above: number): number => Math.max(2, FIRST_ROWS - above)

/** The groups of the list that are not empty, in the order of the screen. */
export const groupOptions = (...groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0)

export const resultOptions = (kind: 'chat' | 'message', results: readonly SearchResult[]): Group => ({
  kind,
  options: results.map((result) => ({ kind, key: `${kind === 'chat' ? 'c' : 'm'}${keyOf(result)}`, result })),
})

export const commandOptions = (commands: readonly { command: Command; label: string }[]): Group => ({
  kind: 'command',
  options: commands.map(({ command, label }) => ({ kind: 'command', key: `x${command.id}`, command, label })),
})
