const KEPT_MS = 60_000

/** The app on an iPhone's home screen saves nothing by a link; there the person chooses where it goes. */
export function mustShare(file: File): boolean {
  const isInstalledOnIos = 'standalone' in navigator && navigator.standalone === true
  return isInstalledOnIos && navigator.canShare?.({ files: [file] }) === true
}

/** Into the downloads of the browser. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser reads it after the click, in its own time.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

/** Needs a press of the person. Choosing nowhere is no failure. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
