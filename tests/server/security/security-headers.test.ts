import { expect, it } from 'vitest'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine(
  'a response',
  (server) => {
    it.each(['/', '/chat', '/assets/none.js', '/sw.js', '/healthz', '/api/v1/docs'])(
      'has the security headers of a page at %s',
      async (path) => {
        const { headers } = await server().send(path, { headers: { Accept: 'text/html' } })
        const policy = headers.get('content-security-policy') ?? ''
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("script-src 'self';")
        expect(policy).toContain("style-src 'self';")
        expect(policy).toContain("require-trusted-types-for 'script'")
        expect(policy).not.toMatch(/unsafe|\*/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('permissions-policy')).toContain('microphone=(self)')
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
        expect(headers.get('x-powered-by')).toBeNull()
      },
    )

    it.each(['/api/v1/config/', '/api/v1/none/', '/api/v1/accounts/profile/'])(
      'has the security headers of data, which loads nothing, at %s',
      async (path) => {
        const { headers } = await server().send(path)
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('permissions-policy')).toBeNull()
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      },
    )

    it('is never cached when it comes from the API', async () => {
      for (const path of ['/api/v1/config/', '/api/v1/none/', '/api/v1/accounts/profile/']) {
        expect((await server().send(path)).headers.get('cache-control'), path).toBe('no-store')
      }
    })

    it('may be read by the configured origins, and by no other', async () => {
      const get = (origin: string) => server().send('/api/v1/config/', { headers: { Origin: origin } })
      const allowed = await get('https://app.example.net')
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.net')
      expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
      expect(allowed.headers.get('vary')).toContain('Origin')
      for (const origin of [
        'https://evil.example.net',
        'https://app.example.net.evil.org',
        'http://app.example.net',
        'null',
      ]) {
        expect((await get(origin)).headers.get('access-control-allow-origin'), origin).toBeNull()
      }
    })

    it('names the allowed methods and headers for a preflight request', async () => {
      const { status, headers } = await server().send('/api/v1/companion/chat/', {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://app.example.net',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,prefer',
        },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example.net')
      expect(headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('prefer')
    })

    it('can be read across origins also when it is an error', async () => {
      const reply = await server().send('/api/v1/accounts/profile/', { headers: { Origin: 'https://app.example.net' } })
      expect(reply.status).toBe(401)
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://app.example.net')
    })

    it('has no Content-Security-Policy with built code or styles, and all other headers', () => {
      const { asset, full } = securityHeaders({
        publicUrl: 'https://companion.example.org',
        withGoogle: false,
        errorReports: false,
      })
      expect(asset).not.toHaveProperty('Content-Security-Policy')
      expect(full).toMatchObject(asset)
    })

    it('allows Google’s button, and only what it needs, where Google sign-in is set up', () => {
      const of = (withGoogle: boolean) =>
        new Map(
          Object.entries(securityHeaders({ publicUrl: 'https://c.example', withGoogle, errorReports: false }).full),
        )
      const [without, with_] = [of(false), of(true)]
      expect([...without.values()].join()).not.toContain('google')
      expect(without.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(with_.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
      const policy = with_.get('Content-Security-Policy')?.split('; ') ?? []
      expect(policy).toEqual(
        expect.arrayContaining([
          "script-src 'self' https://accounts.google.com/gsi/client",
          "style-src 'self' https://accounts.google.com/gsi/style",
          "connect-src 'self' https://accounts.google.com/gsi/",
          "frame-src 'self' https://accounts.google.com/gsi/",
          "require-trusted-types-for 'script'",
        ]),
      )
      expect(policy.filter((line) => line.includes('google'))).toHaveLength(4)
      expect(policy.join()).not.toContain('unsafe')
    })

    it('names the address for policy violations, unless error reports are off', () => {
      const of = (errorReports: boolean) =>
        new Map(
          Object.entries(securityHeaders({ publicUrl: 'https://c.example', withGoogle: false, errorReports }).full),
        )
      expect(of(true).get('Reporting-Endpoints')).toBe('csp="/api/v1/client-errors/csp/"')
      expect(of(true).get('Content-Security-Policy')).toMatch(
        /report-uri \/api\/v1\/client-errors\/csp\/; report-to csp$/,
      )
      expect(of(false).get('Reporting-Endpoints')).toBeUndefined()
      expect(of(false).get('Content-Security-Policy')).not.toContain('report')
    })

    it('requires HTTPS by HSTS where the public address does', () => {
      const names = (publicUrl: string) =>
        Object.keys(securityHeaders({ publicUrl, withGoogle: false, errorReports: false }).asset)
      expect(names('https://companion.example.org')).toContain('Strict-Transport-Security')
      expect(names('http://127.0.0.1:3000')).not.toContain('Strict-Transport-Security')
    })
  },
  { env: { CORS_ORIGINS: 'https://app.example.net' } },
)
