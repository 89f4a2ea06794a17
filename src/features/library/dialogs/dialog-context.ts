import { createContext, useContext } from 'react'

/** What a person wants to do that needs a dialog. `onDone`: it was done, not given up. */
export type DialogRequest =
  | { what: 'rename'; chat: { id: string; title: string } }
  | { what: 'move' | 'tag'; chatIds: readonly string[]; onDone?: () => void }
  | { what: 'folders' | 'tags' }

export const OpenDialogContext = createContext<(request: DialogRequest) => void>(() => {})

/** Opens one of the library's dialogs, inside a `DialogProvider`. */
export const useOpenDialog = () => useContext(OpenDialogContext)
