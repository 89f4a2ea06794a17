import { useRef, useState } from 'react'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { type FileOf, loadContent } from './load-file.ts'

/**
 * Saves a file of a message to the device. The share sheet of iOS needs a user gesture, which has expired when the file
 * was loaded from the server: then `isWaiting` is true, and another press shares the file. A press while the file is
 * being loaded does nothing.
 */
export function useDownload(of: FileOf, { name, media_type }: AttachedFile): { run: () => void; isWaiting: boolean } {
  const [waiting, setWaiting] = useState<File | null>(null)
  const isLoading = useRef(false)
  const load = async () => {
    if (isLoading.current) return
    isLoading.current = true
    const content = await loadContent(of, media_type).finally(() => {
      isLoading.current = false
    })
    const file = new File([content], name, { type: media_type })
    if (!mustShare(file)) return saveFile(file)
    try {
      await shareFile(file)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error
      setWaiting(file)
    }
  }
  const share = async (file: File) => {
    await shareFile(file)
    setWaiting(null)
  }
  return { run: () => void (waiting ? share(waiting) : load()).catch(toastFailure), isWaiting: waiting !== null }
}
