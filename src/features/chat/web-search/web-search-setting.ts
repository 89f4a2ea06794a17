import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { knownConfig } from '#data/config.ts'

/** The localStorage key: `on`, `off`, or missing until the user has used the switch. It is a setting of the device. */
const KEY = 'companion:webSearch'
type Setting = 'on' | 'off' | null

const settingAtom = atom(readSetting())
settingAtom.onMount = (set) => {
  const read = () => set(readSetting())
  read()
  // Follows other tabs.
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

function readSetting(): Setting {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'on' || stored === 'off' ? stored : null
  } catch {
    // Without storage the setting is not remembered.
    return null
  }
}

export const useWebSearchSetting = (): Setting => useAtomValue(settingAtom)

export function setWebSearch(on: boolean): void {
  const setting = on ? 'on' : 'off'
  getDefaultStore().set(settingAtom, setting)
  try {
    localStorage.setItem(KEY, setting)
  } catch {
    // It lasts until the page is closed.
  }
}

/** The part of a new message that allows a web search; empty when the switch is off or the server has no search. */
export function searchOption(): { search?: true } {
  const isOn = (readSetting() ?? getDefaultStore().get(settingAtom)) === 'on'
  return isOn && knownConfig.get()?.web_search !== false ? { search: true } : {}
}
