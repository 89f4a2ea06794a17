import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const page = await readFile(join(root, 'index.html'), 'utf8')
const contentOf = (property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(page)?.[1]

describe('the metadata for link previews and search engines', () => {
  it('has a title, a description and a picture of the stated size', async () => {
    for (const property of ['og:title', 'og:description', 'og:image:alt', 'twitter:card']) {
      expect(contentOf(property), property).toBeTruthy()
    }
    const address = contentOf('og:image') ?? ''
    expect(address).toMatch(/^\{\{PUBLIC_URL\}\}\//)
    const picture = await sharp(join(root, 'public', address.replace('{{PUBLIC_URL}}', ''))).metadata()
    expect(contentOf('og:image:width')).toBe(String(picture.width))
    expect(contentOf('og:image:height')).toBe(String(picture.height))
  })

  it('excludes private screens and the API from search engines, and allows the public pages', async () => {
    const robots = await readFile(join(root, 'public/robots.txt'), 'utf8')
    const refused = [...robots.matchAll(/^Disallow: (\S+)$/gm)].flatMap(([, path]) => path ?? [])
    const isRefused = (path: string) => refused.some((start) => path.startsWith(start))
    for (const path of [
      '/chat',
      '/account',
      '/settings',
      '/admin-panel',
      '/api/v1/',
      '/auth/reset-password',
      '/media/a',
    ]) {
      expect(isRefused(path), path).toBe(true)
    }
    for (const path of ['/', '/information', '/auth/register', '/auth/login', '/share.png', '/assets/a.js']) {
      expect(isRefused(path), path).toBe(false)
    }
  })
})
