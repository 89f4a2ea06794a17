import { randomBytes } from 'node:crypto'

/** Below the server's own origin. */
export const PHOTOS_PATH = '/media/photos/'

/** 192 random bits: whoever has an address was given it. */
export const newPhotoName = (): string => randomBytes(24).toString('base64url')

export const photoAddress = (name: string): string => `${PHOTOS_PATH}${name}.webp`

/** The name in an address, if it can be one. */
export const photoName = (file: string): string | undefined => /^([\w-]{32})\.webp$/.exec(file)?.[1]
