import type { SearchResult } from '#contract/objects/search-result.ts'
import type { Command } from './commands.ts'
import { keyOf, type Results } from './merge-results.ts'

export type Option =
  | { kind: 'chat' | 'message'; key: string; result: SearchResult }
  | { kind: 'command'; key: string; command: Command; label: string }

export interface Group {
  kind: Option['kind']
  options: Option[]
}

/** The groups of the list that are not empty, in the order of the screen. */
export function groupOptions({ chats, messages }: Results, commands: readonly { command: Command; label: string }[]) {
  const groups: Group[] = [
    { kind: 'chat', options: chats.map((result) => ({ kind: 'chat', key: `c${keyOf(result)}`, result })) },
    {
      kind: 'command',
      options: commands.map(({ command, label }) => ({ kind: 'command', key: `x${command.id}`, command, label })),
    },
    { kind: 'message', options: messages.map((result) => ({ kind: 'message', key: `m${keyOf(result)}`, result })) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
