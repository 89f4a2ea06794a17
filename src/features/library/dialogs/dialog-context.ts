import { createContext, useContext } from 'react'

/** A request to open a dialog. `onDone` is called when the action is completed, not when it is cancelled. */
export type DialogRequest =
  | { what: 'rename' | 'share'; chat: { id: string; title: string } }
  | { what: 'move' | 'tag'; chatIds: readonly string[]; onDone?: () => void }
  | { what: 'folders' | 'tags' }

export const OpenDialogContext = createContext<(request: DialogRequest) => void>(() => {})

/** Opens one of the library's dialogs, inside a `DialogProvider`. */
export const useOpenDialog = () => useContext(OpenDialogContext)
