import { createContext, useContext } from 'react'

type Parts = typeof import('./menu-popup.tsx')

export const MenuParts = createContext<Parts | null>(null)

/** Returns the popup's components, which are loaded with its chunk. */
export function useMenuParts(): Parts {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error('A menu item stands outside of <Menu>')
  return parts
}
