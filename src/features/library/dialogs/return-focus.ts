import { focusList } from '../focus-list.ts'

/** The `finalFocus` of a dialog that may remove its chats from the list: the button that opened it, else the list. */
export function returnFocus(): null {
  focusList()
  return null
}
