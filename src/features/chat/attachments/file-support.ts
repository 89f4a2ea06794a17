/**
 * The localStorage key: `sees` or `blind`, or missing where messages have no files. It is what the server said last.
 */
const KEY = 'companion:files'

export interface FileSupport {
  files: boolean
  vision: boolean
}

export function rememberedFiles(): FileSupport {
  try {
    const stored = localStorage.getItem(KEY)
    return { files: stored !== null, vision: stored !== 'blind' }
  } catch {
    // Without storage, files can be added once the server has said so.
    return { files: false, vision: true }
  }
}

export function rememberFiles({ files, vision }: FileSupport): void {
  try {
    if (files) localStorage.setItem(KEY, vision ? 'sees' : 'blind')
    else localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
