import { logHandled } from '#lib/log-handled.ts'

/**
 * Requests that the screen stays on until the returned function is called. The browser releases the lock of a hidden
 * page, so it is requested again when the page is visible. Without support, or on a low battery, the screen turns off.
 */
export function holdScreenWakeLock(): () => void {
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const release = () => {
    lock?.release().catch((error: unknown) => logHandled('The wake lock was not released', error))
    lock = null
  }
  const request = async () => {
    if (isOver || !('wakeLock' in navigator) || document.visibilityState !== 'visible') return
    try {
      const granted = await navigator.wakeLock.request('screen')
      release()
      lock = granted
      if (isOver) release()
    } catch (error) {
      logHandled('The screen may turn off during this voice chat', error)
    }
  }
  const onVisibility = () => void request()
  document.addEventListener('visibilitychange', onVisibility)
  void request()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', onVisibility)
    release()
  }
}
