import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { LOGO_PATH } from '#ui/icons/logo-path.ts'

/**
 * Draws the picture that messengers and social networks show with a link (Open Graph, 1200 × 630): `node
 * scripts/make-share-picture.ts`. Run it when the logo or the colours change, and commit the result.
 */
const root = join(import.meta.dirname, '..')
const width = 1200
const height = 630

const font = await readFile(
  join(root, 'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
)

/** The six scores of an example answer, clockwise from the top, with the hue of each axis. */
const axes = [
  { name: 'Truth', score: 86, hue: 250 },
  { name: 'Fairness', score: 78, hue: 200 },
  { name: 'Wisdom', score: 84, hue: 300 },
  { name: 'Duty', score: 72, hue: 60 },
  { name: 'Safety', score: 91, hue: 150 },
  { name: 'Liberty', score: 80, hue: 25 },
]

const pointAt = (index: number, radius: number) => {
  const angle = (index * Math.PI) / 3 - Math.PI / 2
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}
const polygon = (radii: readonly number[]) =>
  radii
    .map((radius, index) => pointAt(index, radius))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')

const RADIUS = 155
const rings = [1 / 3, 2 / 3, 1].map(
  (share) => `<polygon class="ring" points="${polygon(axes.map(() => RADIUS * share))}"/>`,
)
const shape = `<polygon class="shape" points="${polygon(axes.map(({ score }) => (RADIUS * score) / 100))}"/>`
const dots = axes.map(({ score, hue }, index) => {
  const { x, y } = pointAt(index, (RADIUS * score) / 100)
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="8" fill="oklch(0.6 0.11 ${hue})"/>`
})
const names = axes.map(({ name }, index) => {
  const { x, y } = pointAt(index, RADIUS + 34)
  const anchor = Math.abs(x) < 1 ? 'middle' : x > 0 ? 'start' : 'end'
  return `<text x="${x.toFixed(1)}" y="${(y + 8).toFixed(1)}" text-anchor="${anchor}">${name}</text>`
})

const html = `<!doctype html><style>
@font-face { font-family: Fraunces; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 100 900 }
body { margin: 0; width: ${width}px; height: ${height}px; display: grid; grid-template-columns: 600px 1fr;
  align-items: center; background: oklch(0.985 0.006 85); color: oklch(0.24 0.02 265); font-family: Fraunces }
main { padding-inline-start: 80px }
.name { display: flex; align-items: center; gap: 18px; font-size: 40px; font-weight: 500; color: oklch(0.48 0.1 175) }
h1 { margin: 36px 0 0; font-size: 68px; font-weight: 480; line-height: 1.12; letter-spacing: -0.01em }
p { margin: 28px 0 0; font-size: 29px; line-height: 1.4; color: oklch(0.46 0.02 265) }
.ring { fill: none; stroke: oklch(0.9 0.01 85); stroke-width: 2 }
.shape { fill: oklch(0.48 0.1 175 / 0.12); stroke: oklch(0.48 0.1 175); stroke-width: 3; stroke-linejoin: round }
text { font-size: 25px; fill: oklch(0.46 0.02 265) }
</style><main><div class="name"><svg width="52" height="52" viewBox="0 0 24 24" fill="currentColor">
<path fill-rule="evenodd" d="${LOGO_PATH}"/></svg>Companion</div><h1>A companion to think with</h1>
<p>It can score its answers on six axes and say why.</p></main>
<svg width="600" height="630" viewBox="-300 -315 600 630">${[...rings, shape, ...dots, ...names].join('')}</svg>`

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() })
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(html)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: join(root, 'public/share.png') })
await browser.close()
