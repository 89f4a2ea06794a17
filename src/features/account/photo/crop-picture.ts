/** Pixels of a side; larger than it is ever shown, and small enough to send from a phone. */
const SIDE_MAX = 1024
const QUALITY = 0.92

/** Part of a picture, in its own pixels. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** The square as a JPEG of at most 1024 pixels a side; what was see-through is white. The camera's data stay behind. */
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
