import { createContext, useContext } from 'react'

/** What a person wants to do that needs a dialog. `onDone`: it was done, not given up. */
export type Asked =
  | { what: 'rename'; chat: { id: string; title: string } }
  | { what: 'move' | 'tag'; chats: readonly string[]; onDone?: () => void }
  | { what: 'folders' | 'tags' }

export const AskContext = createContext<(asked: Asked) => void>(() => {})

/** Opens one of the library's dialogs, inside an `AskProvider`. */
export const useAsk = () => useContext(AskContext)
