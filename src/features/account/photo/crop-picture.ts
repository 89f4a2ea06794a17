/** The maximum side length in pixels: larger than any display size, small enough to upload from a phone. */
const SIDE_MAX = 1024
const QUALITY = 0.92

/** A part of a picture, in the picture's pixels. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the square as a JPEG of at most 1024 pixels a side, on white and without the camera's metadata. */
export async function cropPicture(picture: HTMLImageElement, { x, y, width, height }: Square): Promise<Blob> {
  const side = Math.max(1, Math.min(SIDE_MAX, Math.round(width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('The picture could not be drawn')
  return blob
}
