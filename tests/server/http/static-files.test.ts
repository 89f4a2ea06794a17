import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpEnv } from '#server/http/env.ts'
import { listen } from '#server/http/listen.ts'
import { serveStatic } from '#server/http/static/serve-static.ts'
import { createStaticFiles } from '#server/http/static/static-files.ts'

describe('the built app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-dist-'))
  const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
  const page = (build: number) => `<!doctype html><title>build ${build}</title>`
  const preview = '<meta property="og:image" content="{{PUBLIC_URL}}/share.png" />'
  let address = ''
  let close = () => {}

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'index.html'), page(1))
    writeFileSync(join(folder, 'sw.js'), 'self')
    writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
    writeFileSync(join(folder, 'sub/favicon.svg'), '<svg/>')
    writeFileSync(join(folder, '.build.json'), '{"secret":1}')
    writeFileSync(join(folder, 'assets/a-1.js'), script)
    writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'assets/a-1.js.gz'), gzipSync(script))
    const files = createStaticFiles(folder, { PUBLIC_URL: 'https://companion.example.com' })
    const app = new Hono<HttpEnv>().get('*', (context) => serveStatic(context, files))
    const listening = await listen(
      { fetch: app.fetch, drain: () => {} },
      { port: 0, host: '127.0.0.1', log: pino({ level: 'silent' }) },
    )
    address = `http://127.0.0.1:${listening.port}`
    close = () => listening.server.close()
  })
  afterAll(() => {
    close()
    rmSync(folder, { recursive: true })
  })

  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers })

  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/sub/favicon.svg', 'image/svg+xml', 'no-cache'],
    ['/assets/a-1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('serves %s with its content type and cache lifetime', async (path, type, cache) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe(cache)
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('is served to a client that accepts %s with the encoding %s', async (accepted, encoding) => {
    const response = await get('/assets/a-1.js', { 'Accept-Encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(await response.text()).toBe(script)
  })

  it('is not sent again to a client that has the current version', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    const again = await get('/', { 'If-None-Match': `"other", W/${etag}` })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect((await get('/', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('answers a navigation to any page with index.html', async () => {
    for (const path of ['/chat', '/chat/0190-x', '/auth/login?redirect=%2Fchat', '/ünknown']) {
      const response = await get(path, html)
      expect(response.status, path).toBe(200)
      expect(await response.text()).toBe(page(1))
    }
  })

  it('answers a navigation to an address that is no screen of the app with index.html and status 404', async () => {
    const screens = ['/', '/chat', '/chat/$chatId', '/account/', '/admin-panel/users/$id']
    writeFileSync(join(folder, '.screens.json'), JSON.stringify(screens))
    writeFileSync(join(folder, 'LICENSE'), 'a file without an extension')
    writeFileSync(join(folder, '.build.json'), '{"secret":5}')
    const known = ['/', '/chat', '/chat/', '/Chat/0190-x', '/chat/new?text=a', '/account', '/admin-panel/users/7']
    for (const path of [...known, '/LICENSE']) expect((await get(path, html)).status, path).toBe(200)
    for (const path of ['/nowhere', '/chat/a/b', '/chat//', '/admin-panel/users', '/ünknown']) {
      const response = await get(path, html)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toBe(page(1))
    }
    for (const file of ['.screens.json', 'LICENSE']) rmSync(join(folder, file))
    writeFileSync(join(folder, '.build.json'), '{"secret":1}')
  })

  it('answers the path of a prerendered page, and paths below it, with that page', async () => {
    writeFileSync(join(folder, 'chat.html'), 'the page of the chat')
    // A changed record of the build makes the server list the pages again.
    writeFileSync(join(folder, '.build.json'), '{"secret":2}')
    for (const path of ['/chat', '/chat/0190-x', '/chat?list=open']) {
      expect(await (await get(path, html)).text(), path).toBe('the page of the chat')
    }
    for (const path of ['/', '/chatter', '/auth/chat']) expect(await (await get(path, html)).text(), path).toBe(page(1))
    rmSync(join(folder, 'chat.html'))
    writeFileSync(join(folder, '.build.json'), '{"secret":1}')
  })

  it.each(['*/*', 'text/*', 'text/html', 'text/plain, */*;q=0.5', ''])(
    'answers a prerendered path to a client that accepts "%s", such as a link preview or an uptime check',
    async (accept) => {
      for (const path of ['/', '/auth/register', '/information']) {
        expect(await rawStatus(address, path, { accept }), path).toBe(200)
      }
    },
  )

  it('contains the public address in every encoding, because link previews need absolute URLs', async () => {
    writeFileSync(join(folder, 'preview.html'), preview)
    writeFileSync(join(folder, '.build.json'), '{"secret":3}')
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await get('/preview.html', { 'Accept-Encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(await response.text()).toContain('content="https://companion.example.com/share.png"')
    }
    rmSync(join(folder, 'preview.html'))
    writeFileSync(join(folder, '.build.json'), '{"secret":1}')
  })

  it('answers / and an exact path with the pages that the build has rendered for them', async () => {
    mkdirSync(join(folder, 'auth'))
    writeFileSync(join(folder, 'start.html'), 'the start page')
    writeFileSync(join(folder, 'auth/login.html'), 'the log-in')
    writeFileSync(join(folder, '.build.json'), '{"secret":4}')
    for (const path of ['/', '/?from=mail']) expect(await (await get(path, html)).text(), path).toBe('the start page')
    expect(await (await get('/', { Accept: 'application/json' })).text()).toBe('the start page')
    expect(await (await get('/auth/login?redirect=%2Fchat', html)).text()).toBe('the log-in')
    for (const path of ['/auth/logins', '/auth/login/x', '/auth']) {
      expect(await (await get(path, html)).text(), path).toBe(page(1))
    }
    rmSync(join(folder, 'auth'), { recursive: true })
    rmSync(join(folder, 'start.html'))
    writeFileSync(join(folder, '.build.json'), '{"secret":1}')
  })

  it('returns 404 for a missing file, never index.html', async () => {
    for (const path of [
      '/assets/gone-1.js',
      '/assets/gone',
      '/favicon.ico',
      '/a/b.png',
      '/%E0%A4%A',
      '/assets/a-1.js.br',
    ]) {
      const response = await get(path, html)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
    }
    expect((await get('/chat', { Accept: 'application/json' })).status).toBe(404)
  })

  it('serves no hidden file and nothing outside its folder', async () => {
    writeFileSync(join(folder, '..', 'companion-outside.txt'), 'outside')
    for (const path of [
      '/.build.json',
      '/../companion-outside.txt',
      '/..%2fcompanion-outside.txt',
      '/assets/..%2f..%2f..%2fetc/passwd',
      '//etc/passwd',
      '/%2e%2e/companion-outside.txt',
    ]) {
      expect(await rawStatus(address, path), path).toBe(404)
    }
    rmSync(join(folder, '..', 'companion-outside.txt'))
  })

  it('is read again after a listing of its files failed', async () => {
    writeFileSync(join(folder, 'preview.html'), preview)
    let isBroken = true
    const files = createStaticFiles(folder, {
      get PUBLIC_URL() {
        if (isBroken) throw new Error('The settings cannot be read')
        return 'https://companion.example.com'
      },
    })
    await expect(files.find('/index.html')).rejects.toThrow('cannot be read')
    isBroken = false
    expect(await files.find('/index.html')).toBeDefined()
    rmSync(join(folder, 'preview.html'))
  })

  it('is updated when a new build is published while the server runs', async () => {
    writeFileSync(join(folder, 'assets/b-2.js'), 'new')
    writeFileSync(join(folder, 'index.html'), page(2))
    expect(await (await get('/')).text()).toBe(page(2))
    expect(await (await get('/assets/b-2.js')).text()).toBe('new')
    expect((await get('/assets/a-1.js')).status).toBe(200)
  })
})

/** Without the path normalisation of fetch. */
/** The status of a request with exactly these headers: `fetch` would add an Accept of its own. */
function rawStatus(address: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(address)
    request({ host: hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
