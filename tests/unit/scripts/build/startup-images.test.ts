import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { startupLinks } from '../../../../scripts/build/startup-images.ts'

const folder = join(import.meta.dirname, '../../../../public')
const links = startupLinks().map(({ attrs }) => ({ href: String(attrs?.href), media: String(attrs?.media) }))
const papers = { light: [252, 250, 246], dark: [16, 20, 27] }

/** What a media query asks for, parsed from its text. */
function wanted(media: string) {
  const number = (name: string) => Number(new RegExp(`\\(${name}: (\\d+)(?:px)?\\)`).exec(media)?.[1])
  const ratio = number('-webkit-device-pixel-ratio')
  const sides = [number('device-width') * ratio, number('device-height') * ratio]
  const [width, height] = media.includes('(orientation: landscape)') ? sides.reverse() : sides
  return { width, height, paper: media.includes('(prefers-color-scheme: dark)') ? papers.dark : papers.light }
}

describe('the startup images of iOS', () => {
  it.each(links)('have the pixels and the colour that the media query of $href states', async ({ href, media }) => {
    const { data, info } = await sharp(await readFile(join(folder, href)))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, paper } = wanted(media)
    expect({ width: info.width, height: info.height }).toEqual({ width, height })
    expect([...data.subarray(0, 3)]).toEqual(paper)
  })

  it('match distinct devices', () => {
    expect(new Set(links.map(({ media }) => media)).size).toBe(links.length)
  })

  it('are all linked, and small', async () => {
    const files = await readdir(join(folder, 'startup'))
    expect(files.map((file) => `/startup/${file}`).sort()).toEqual(links.map(({ href }) => href).sort())
    const sizes = await Promise.all(files.map(async (file) => (await readFile(join(folder, 'startup', file))).length))
    expect(Math.max(...sizes)).toBeLessThan(8_000)
  })
})
