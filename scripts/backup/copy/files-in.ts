import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of all files in a folder and its subfolders, from the folder on. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
