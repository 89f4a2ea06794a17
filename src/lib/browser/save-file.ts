import { isHomeScreenApp } from './is-home-screen-app.ts'

const KEPT_MS = 60_000

/** The installed app on iOS cannot download by a link; there the share sheet saves the file. */
export function mustShare(file: File): boolean {
  return isHomeScreenApp() && navigator.canShare?.({ files: [file] }) === true
}

/** Downloads a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser reads the URL some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

/** Opens the share sheet; needs a user gesture. Cancelling is no error. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
