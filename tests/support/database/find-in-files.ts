import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files below a folder that contain one of the words, as `path: word`, in UTF-8 or UTF-16 and in either case. */
export function findInFiles(folder: string, words: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path).toString('latin1').toLowerCase()
    // In UTF-16, each letter of these words is followed by a zero byte.
    const narrow = text.replaceAll('\0', '')
    const found = words.map((word) => word.toLowerCase()).filter((word) => text.includes(word) || narrow.includes(word))
    return found.map((word) => `${path}: ${word}`)
  })
}
