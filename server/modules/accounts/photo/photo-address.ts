import { randomBytes } from 'node:crypto'

/** The path below the server's origin. */
export const PHOTOS_PATH = '/media/photos/'

/** 192 random bits, so that the URL cannot be guessed. */
export const newPhotoName = (): string => randomBytes(24).toString('base64url')

export const photoAddress = (name: string): string => `${PHOTOS_PATH}${name}.webp`

/** The name in a URL's last part; undefined when it is malformed. */
export const photoName = (file: string): string | undefined => /^([\w-]{32})\.webp$/.exec(file)?.[1]
