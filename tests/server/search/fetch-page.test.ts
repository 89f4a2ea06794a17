import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageFetcher } from '#server/providers/search/fetch-page.ts'
import { PUBLIC_ADDRESS, startSearchEngine } from '#support/fakes/search-engine.ts'

const engine = await startSearchEngine()
afterAll(() => engine.close())

const fetchPage = createPageFetcher(engine.pages)
const read = (url: string) => fetchPage(url, AbortSignal.timeout(20_000))
const refused = (url: string) => read(url).catch(({ problem }: { problem: string }) => problem)

beforeEach(() => {
  engine.addresses.clear()
  engine.web.clear()
  engine.visits.length = 0
})

describe('a page of the web', () => {
  it('is read as text, without its menus, scripts and styles', async () => {
    engine.web.set(
      'http://news.test/tides',
      '<title>Tides</title><style>p{}</style><nav>Menu</nav><h1>Tides</h1><p>High at <b>6:40</b> &amp; 19:05.</p>' +
        '<script>alert(1)</script><p>See <a href="http://other.test/">the table</a>.</p>',
    )
    expect(await read('http://news.test/tides')).toBe('Tides\nHigh at 6:40 & 19:05.\nSee the table.')
  })

  it('is decoded by the encoding that its headers or its markup name', async () => {
    const spanish = Buffer.from('<p>marea de la mañana</p>', 'latin1')
    engine.web.set('http://a.test/', (response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-1' }).end(spanish)
    })
    engine.web.set('http://b.test/', (response) => {
      const markup = Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), spanish])
      response.writeHead(200, { 'content-type': 'text/html' }).end(markup)
    })
    engine.web.set('http://c.test/', (response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=no-such-encoding' }).end('ebb <b>')
    })
    expect(await read('http://a.test/')).toBe('marea de la mañana')
    expect(await read('http://b.test/')).toBe('marea de la mañana')
    expect(await read('http://c.test/')).toBe('ebb <b>')
  })

  it('is cut after 4,000 characters', async () => {
    engine.web.set('http://long.test/', `<p>${'tide '.repeat(10_000)}</p>`)
    expect(await read('http://long.test/')).toHaveLength(4_000)
  })

  it('is read to its first megabyte, however long it goes on', async () => {
    const { promise: cut, resolve } = Promise.withResolvers<void>()
    engine.web.set('http://endless.test/', (response) => {
      response.once('close', resolve)
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('The beginning. ')
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(60_000)));
      }
      response.on('drain', more)
      more()
    })
    expect(await read('http://endless.test/')).toMatch(/^The beginning\. x+$/)
    await cut
  })

  it('does not occupy the server, however it is nested', async () => {
    engine.web.set('http://deep.test/', `<p>Top</p>${'<div>'.repeat(150_000)}deep`)
    const before = process.threadCpuUsage()
    expect(await read('http://deep.test/')).toContain('Top')
    expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000)
  })

  it.each([
    ['a picture', 'image/png'],
    ['JSON', 'application/json'],
    ['of no type', ''],
  ])('is not read when it is %s', async (_, type) => {
    engine.web.set('http://other.test/', (response) => {
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('{}')
    })
    expect(await refused('http://other.test/')).toBe('type')
  })

  it('is not read when it is compressed without being asked', async () => {
    engine.web.set('http://zip.test/', (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('bomb')
    })
    expect(await refused('http://zip.test/')).toBe('type')
  })

  it('is not read when it is missing, or its server hangs up', async () => {
    engine.web.set('http://broken.test/', (response) => response.destroy())
    expect(await refused('http://gone.test/')).toBe('status')
    expect(await refused('http://broken.test/')).toBe('network')
  })

  it('is given up when the answer is stopped', async () => {
    const stop = new AbortController()
    engine.web.set('http://slow.test/', () => stop.abort(new Error('stopped')))
    await expect(fetchPage('http://slow.test/', stop.signal)).rejects.toThrow('stopped')
  })
})

describe('an address of the web', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://news.test/',
    'javascript:alert(1)',
    'not an address',
    'http://news.test:8080/',
    'https://news.test:22/',
    'http://user:secret@news.test/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://10.0.0.8/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
  ])('is never %s', async (url) => {
    expect(await refused(url)).toBe('address')
    expect(engine.visits).toEqual([])
  })

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'is not reached when its name belongs to %s',
    async (address) => {
      engine.addresses.set('inside.test', [address])
      expect(await refused('http://inside.test/')).toBe('address')
      expect(engine.visits).toEqual([])
    },
  )

  it('is resolved once for a connection, so that a name cannot change its address after the check', async () => {
    engine.addresses.set('rebinding.test', [PUBLIC_ADDRESS, '127.0.0.1'])
    engine.web.set('http://rebinding.test/', '<p>Public</p>')
    expect(await read('http://rebinding.test/')).toBe('Public')
    expect(await refused('http://rebinding.test/')).toBe('address')
    expect(engine.visits).toEqual(['http://rebinding.test/'])
  })

  it('may redirect to another public page', async () => {
    engine.web.set('http://a.test/', (response) => response.writeHead(302, { location: '/b' }).end())
    engine.web.set('http://a.test/b', (response) => response.writeHead(301, { location: 'http://c.test/' }).end())
    engine.web.set('http://c.test/', '<p>Here</p>')
    expect(await read('http://a.test/')).toBe('Here')
  })

  it.each([
    'http://127.0.0.1/admin',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://inside.test/',
    'http://a.test:9000/',
    'file:///etc/passwd',
  ])('may not redirect to %s', async (location) => {
    engine.addresses.set('inside.test', ['192.168.0.10'])
    engine.web.set('http://a.test/', (response) => response.writeHead(302, { location }).end())
    expect(await refused('http://a.test/')).toBe('address')
    expect(engine.visits).toEqual(['http://a.test/'])
  })

  it('may redirect three times, not for ever', async () => {
    engine.web.set('http://a.test/', (response) => response.writeHead(302, { location: '/' }).end())
    expect(await refused('http://a.test/')).toBe('redirects')
    expect(engine.visits).toHaveLength(4)
  })
})

describe('without replacements', () => {
  it('a page on this machine is not fetched, by name or by address', async () => {
    const fetchReally = createPageFetcher()
    for (const url of ['http://localhost/', 'http://127.0.0.1/', engine.url]) {
      await expect(fetchReally(url, AbortSignal.timeout(20_000))).rejects.toMatchObject({ problem: 'address' })
    }
  })
})
