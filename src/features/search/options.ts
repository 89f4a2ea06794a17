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

/** The number of messages in the list before it is scrolled: rendering fifty per keystroke would be slow. */
export const FIRST_MESSAGES = 16
/** The number of rows rendered with a keystroke; the others follow a frame later, below the visible part. */
const FIRST_ROWS = 10

/** Returns how many messages are rendered at once below `above` other rows. */
export const firstMessages = (above: number): number => Math.max(2, FIRST_ROWS - above)

/** Returns the groups that are not empty, in display order. */
export const groupOptions = (...groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0)

export const resultOptions = (kind: 'chat' | 'message', results: readonly SearchResult[]): Group => ({
  kind,
  options: results.map((result) => ({ kind, key: `${kind === 'chat' ? 'c' : 'm'}${keyOf(result)}`, result })),
})

export const commandOptions = (commands: readonly { command: Command; label: string }[]): Group => ({
  kind: 'command',
  options: commands.map(({ command, label }) => ({ kind: 'command', key: `x${command.id}`, command, label })),
})
