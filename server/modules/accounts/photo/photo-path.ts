import { isUrlName } from '../../../lib/link-token.ts'

/** The path below the server's origin. */
export const PHOTOS_PATH = '/media/photos/'

export const photoPath = (name: string): string => `${PHOTOS_PATH}${name}.webp`

/** The name in a URL's last part; undefined when it is malformed. */
export function photoName(file: string): string | undefined {
  const name = /^(.*)\.webp$/.exec(file)?.[1]
  return name !== undefined && isUrlName(name) ? name : undefined
}
