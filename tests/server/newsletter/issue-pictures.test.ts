import sharp from 'sharp'
import { expect, it } from 'vitest'
import { addIssueImage, deleteIssue, saveIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import { createPngBomb, createTwoColourPicture, readSideColours } from '#support/fixtures/test-images.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { writeIssue } from '#support/users/readers.ts'

describeServerOnEachEngine(
  'the editor of an issue',
  (server) => {
    const start = async () => {
      const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const issue = await writeIssue(server(), token, { subject: 'Pictures & <more>' })
      return { token, issue, params: { id: issue.id } }
    }
    const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
    const preview = ({ preview_url }: Issue, query: string) => server().send(`${preview_url}?${query}`)
    const bytesOf = async (url: string) => {
      const response = await fetch(new URL(url, server().address))
      expect(response.status).toBe(200)
      return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
    }

    it('stores a picture upright, made smaller and without metadata, for mails and pages', async () => {
      const { token, issue, params } = await start()
      const camera = (await createTwoColourPicture(1800, 1200)).withMetadata({ orientation: 6 })
      const sent = await camera
        .withExifMerge({ IFD0: { Make: 'A camera' } })
        .jpeg()
        .toBuffer()
      const { url } = await server().call(addIssueImage, { token, params, body: blob(sent) })
      const { headers, bytes } = await bytesOf(url)
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await readSideColours(bytes)).toMatchObject({ top: 'red', bottom: 'blue' })
      const { width, height, exif } = await sharp(bytes).metadata()
      expect({ width, height, exif }).toEqual({ width: 1200, height: 1800, exif: undefined })

      const body = `![A boat](${url})\n\n![Theirs](https://elsewhere.example/x.png)`
      const versions = { en: { subject: 'Pictures', preview: '', body }, es: null }
      const input = { revision: issue.revision, send_other_language: false, versions }
      const saved = await server().call(saveIssue, { token, params, body: input })
      const { publicUrl } = server().dependencies.config
      expect((await preview(saved, 'language=en&as=page')).text).toContain(`<img src="${url}" alt="A boat">`)
      const mail = (await preview(saved, 'language=en&as=mail')).text
      expect(mail).toContain(`src="${publicUrl}${url}"`)
      expect(mail).not.toContain('src="https://elsewhere.example')

      await server().call(deleteIssue, { token, params })
      expect((await server().send(url)).status).toBe(404)
    })

    it('refuses what is no picture or has too many pixels, and stores nothing', async () => {
      const { token, params } = await start()
      const count = async () =>
        (await server().dependencies.db.selectFrom('newsletter_images').select('name').execute()).length
      const before = await count()
      for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), createPngBomb(30_000, 30_000), Buffer.alloc(0)]) {
        const refused = await server().reply(addIssueImage, { token, params, body: blob(bytes) })
        expect(refused.status).toBe(400)
      }
      expect(await count()).toBe(before)
    })

    it('shows the stored texts as mail, as text and as page, without scripts, in a frame of this server only', async () => {
      const { issue } = await start()
      for (const as of ['mail', 'page'] as const) {
        const shown = await preview(issue, `language=en&as=${as}`)
        expect(shown.status).toBe(200)
        expect(shown.text).toContain('Pictures &amp; &lt;more&gt;')
        expect(shown.text).not.toContain('<script')
        const policy = shown.headers.get('content-security-policy') ?? ''
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("frame-ancestors 'self'")
        expect(policy).toContain('sandbox')
        expect(shown.headers.get('cache-control')).toContain('no-store')
      }
      const text = await preview(issue, 'language=en&as=text')
      expect(text.headers.get('content-type')).toContain('text/plain')
      expect(text.text).toContain('Pictures & <more>')
      expect((await preview(issue, 'language=en&as=letter')).status).toBe(400)
    })

    it('shows nothing under a preview address that is forged, of another issue, or older than a day', async () => {
      const { issue } = await start()
      const other = await start()
      const forged = issue.preview_url.replace(`/${issue.id}.`, `/${other.issue.id}.`)
      expect((await preview({ ...issue, preview_url: forged }, 'language=en&as=page')).status).toBe(404)
      server().advance(25 * 3_600_000)
      expect((await preview(issue, 'language=en&as=page')).status).toBe(404)
    })
  },
  { env: { NEWSLETTER_ADDRESS: '1 Harbour Street' } },
)
