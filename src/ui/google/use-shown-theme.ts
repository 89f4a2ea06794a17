import { useSyncExternalStore } from 'react'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Returns the current theme: the user's choice, otherwise the device's. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(follow, () => {
    const { theme } = document.documentElement.dataset
    if (theme === 'light' || theme === 'dark') return theme
    return dark().matches ? 'dark' : 'light'
  })
}

function follow(changed: () => void): () => void {
  const media = dark()
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  media.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
  }
}
