import { createHash } from 'node:crypto'

/** The script without its block comments and its lines that are comments. */
export const withoutComments = (script: string): string => script.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** The file name of the script among the assets, with a hash of its content, because assets are cached for ever. */
export function hashedFileName(name: string, script: string): string {
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  return `assets/${name}-${hash}.js`
}
