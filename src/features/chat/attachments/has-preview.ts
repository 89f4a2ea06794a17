/**
 * Whether a file has a preview. HEIC is stored only where the browser could not read it, and the server cannot either.
 */
export const hasPreview = (mediaType: string): boolean => mediaType.startsWith('image/') && mediaType !== 'image/heic'
