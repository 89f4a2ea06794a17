import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { LOGO_PATH } from '#ui/icons/logo-path.ts'
import { type StartupImage, startupImages } from './build/startup-images.ts'

/** Draws the icons in public/ from the logo: `node scripts/make-icons.ts`. Run it when the logo changes and commit. */
const folder = join(import.meta.dirname, '../public')

/** The light theme's accent, and a green that has contrast on both light and dark browser tabs. */
const green = '#006f5a'
const tabGreen = '#169d82'

/** `share` is the logo's part of the side; `corner` is the radius of the background, which else fills the square. */
interface Drawing {
  file: string
  side: number
  share: number
  corner?: number
  ground?: string
  mark: string
}

const drawings: Drawing[] = [
  { file: 'favicon.svg', side: 48, share: 1, mark: tabGreen },
  { file: 'icons/icon.svg', side: 512, share: 0.66, corner: 0.22, ground: green, mark: '#fff' },
  { file: 'icons/icon-192.png', side: 192, share: 0.66, corner: 0.22, ground: green, mark: '#fff' },
  { file: 'icons/icon-512.png', side: 512, share: 0.66, corner: 0.22, ground: green, mark: '#fff' },
  // A launcher may crop this icon to a circle of 80 %.
  { file: 'icons/icon-maskable-512.png', side: 512, share: 0.52, ground: green, mark: '#fff' },
  { file: 'apple-touch-icon.png', side: 180, share: 0.64, ground: green, mark: '#fff' },
  // Notifications use only the alpha channel, so it is white on transparent.
  { file: 'icons/badge-96.png', side: 96, share: 0.92, mark: '#fff' },
]

function draw({ side, share, corner = 0, ground, mark }: Drawing): string {
  const edge = (side * (1 - share)) / 2
  const tile = ground ? `<rect width="${side}" height="${side}" rx="${side * corner}" fill="${ground}"/>` : ''
  const transform = `translate(${edge} ${edge}) scale(${(side * share) / 24})`
  const sign = `<path transform="${transform}" fill="${mark}" fill-rule="evenodd" d="${LOGO_PATH}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${tile}${sign}</svg>\n`
}

/** Like the page's loading screen: the theme's paper and accent, and a logo of 44 CSS pixels in the middle. */
const startupColours = {
  light: { ground: '#fcfaf6', mark: green },
  dark: { ground: '#10141b', mark: '#51d0b3' },
} as const
const STARTUP_MARK = 44

function drawStartup({ scheme, width, height, ratio }: StartupImage): string {
  const { ground, mark } = startupColours[scheme]
  const side = STARTUP_MARK * ratio
  const transform = `translate(${(width - side) / 2} ${(height - side) / 2}) scale(${side / 24})`
  const sign = `<path transform="${transform}" fill="${mark}" fill-rule="evenodd" d="${LOGO_PATH}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${sign}</svg>`
}

await mkdir(join(folder, 'icons'), { recursive: true })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() })
const page = await browser.newPage()
for (const drawing of drawings) {
  const path = join(folder, drawing.file)
  const svg = draw(drawing)
  if (path.endsWith('.svg')) {
    await writeFile(path, svg)
    continue
  }
  await page.setViewportSize({ width: drawing.side, height: drawing.side })
  await page.setContent(`<body style="margin:0">${svg}`)
  await page.screenshot({ path, omitBackground: true })
}
await browser.close()

await rm(join(folder, 'startup'), { recursive: true, force: true })
await mkdir(join(folder, 'startup'), { recursive: true })
for (const image of startupImages) {
  // One colour and a logo with antialiased edges need only a palette of sixteen colours, at a tenth of the size.
  const picture = sharp(Buffer.from(drawStartup(image))).png({ palette: true, colours: 16, compressionLevel: 9 })
  await picture.toFile(join(folder, image.file))
}
console.log(`${drawings.length} icons and ${startupImages.length} startup images in ${folder}`)
