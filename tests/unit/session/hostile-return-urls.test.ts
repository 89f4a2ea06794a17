import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RETURN_URL_KEY, rememberReturnUrl, storedReturnUrl, takeReturnUrl } from '#session/guards/return-url.ts'

// Node's own URL parser follows the same standard as browsers, and is quick enough for thousands of addresses.
beforeAll(() => {
  const rows = new Map<string, string>()
  vi.stubGlobal('location', new URL('http://localhost:3000/auth/login'))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
    clear: () => rows.clear(),
  })
})
afterAll(() => void vi.unstubAllGlobals())

/** The parts of addresses that lead elsewhere, in any order and number. */
const chunks = [
  ...['/', '//', '\\', '\\\\', '/\\', '\\/', '/.', '/..', '.', '..', '@', ':', '?', '#', '&', '%', ' ', '\t', '\n'],
  ...['\r', '\0', '\u00a0', '\u200b', '\ufeff', '\u2028', '\uff0f', '\u3002', '%2f', '%2F%2f', '%5c', '%09', '%00'],
  ...['%40', '%3a', '%u002f', 'evil.example', 'evil', 'localhost', 'localhost:3000', 'user:pw@', '[::1]', '0x7f.1'],
  ...['http:', 'https:', 'HTTPS:', 'javascript:', 'JaVaScRiPt:', 'data:', 'blob:', 'file:', 'about:', 'ftp:', 'ws:'],
  ...['alert(1)', 'text/html,', 'chat', '/chat', '/account?a=b', 'redirect=', '<script>', '\ud800', 'x'.repeat(2100)],
]
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...chunks), { minLength: 1, maxLength: 7 }).map((parts) => parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Parsed as the router and the browser do: a path, on this page's own origin. */
function expectOwn(place: string): void {
  expect(new URL(place, location.href).origin).toBe(location.origin)
  expect(place).toMatch(/^\/(?![/\\])/)
}

test('no return URL from an address, a link or another program leads to another site', () => {
  let kept = 0
  fc.assert(
    fc.property(hostile, hostile, fc.boolean(), (query, stored, byUs) => {
      localStorage.clear()
      if (byUs) rememberReturnUrl(stored)
      else localStorage.setItem(RETURN_URL_KEY, stored)
      const place = storedReturnUrl()
      if (place !== null) {
        kept += 1
        expectOwn(place)
        if (byUs) expect(place).not.toContain('#')
      }
      expectOwn(takeReturnUrl(query))
      expect(localStorage.getItem(RETURN_URL_KEY)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
  // If everything had been rejected, the test would prove nothing.
  expect(kept).toBeGreaterThan(20)
})
