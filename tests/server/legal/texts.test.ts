import { expect, it } from 'vitest'
import { listAudit } from '#contract/endpoints/admin.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { listLegalTexts, publishLegalText, saveLegalText } from '#contract/endpoints/legal.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const params = { document: 'terms' } as const
const imprint = { document: 'imprint' } as const

describeServerOnEachEngine('the pages of terms, privacy policy and imprint', (server) => {
  const open = (path: string, language = 'en') => server().send(path, { headers: { 'Accept-Language': language } })

  it('show shipped drafts, marked as such, until a text is published', async () => {
    const terms = await open('/legal/terms')
    expect(terms.status).toBe(200)
    expect(terms.text).toContain('Draft: this text comes with Companion.')
    expect(terms.text).toContain('<h2>What is not allowed</h2>')
    expect(terms.text).not.toMatch(/<script|style=/)
    expect((await open('/legal/terms', 'es')).text).toContain('Borrador: este texto viene con Companion.')
    expect((await open('/legal/imprint?lang=es')).text).toContain('aún no ha dicho aquí quién es')
    expect((await open('/legal/cookies')).status).toBe(404)
    expect((await open('/legal/terms?version=1')).status).toBe(404)
    expect(await server().call(getConfig, {})).toMatchObject({
      legal: { terms: null, privacy: null, consent: null, minimum_age: null },
    })
  })

  it('say of this server only what it is set to', async () => {
    const { text } = await open('/legal/terms')
    expect(text).toContain('no money moves')
    expect(text).not.toMatch(/Stripe|years old/)
  })

  it('lead from the privacy policy to the page of what is stored, until one is published', async () => {
    const response = await fetch(new URL('/legal/privacy', server().address), { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/information#privacy')
  })

  it('show a published text in both languages with its version, and the earlier ones', async () => {
    const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const save = (revision: number, en: string) =>
      server().call(saveLegalText, { token, params, body: { revision, texts: { en, es: `${en} (es)` } } })
    const publish = (revision: number) =>
      server().call(publishLegalText, { token, params, body: { revision, asks_consent: false } })

    const draft = await save(0, 'First **terms**')
    expect(draft).toMatchObject({ revision: 1, versions: [] })
    expect((await open('/legal/terms')).text).not.toContain('First')
    const preview = await open(draft.preview_url ?? '')
    expect(preview.text).toContain('Preview of a draft')
    expect(preview.text).toContain('First <strong>terms</strong>')
    expect(preview.headers.get('cache-control')).toContain('no-store')
    expect((await open((draft.preview_url ?? '').replace('terms', 'imprint'))).status).toBe(404)

    // The first version asks for consent, whatever the admin chose.
    expect((await publish(1)).versions).toMatchObject([{ version: 1, asks_consent: true }])
    const page = await open('/legal/terms')
    expect(page.text).toContain('First <strong>terms</strong>')
    expect(page.text).toMatch(/Version 1 of /)
    expect(page.text).not.toContain('Draft')
    expect((await open('/legal/terms?lang=es')).text).toContain('(es)')
    const former = await open(draft.preview_url ?? '')
    expect(former.text).toMatch(/Version 1 of /)
    expect(former.text).not.toContain('Nobody else sees it yet')

    await save(0, 'Second')
    expect((await publish(1)).versions).toMatchObject([{ version: 2, asks_consent: false }, { version: 1 }])
    expect((await open('/legal/terms')).text).toContain('/legal/terms?lang=en&amp;version=1')
    const older = await open('/legal/terms?version=1')
    expect(older.text).toContain('First')
    expect(older.text).toContain('This is an earlier version.')
    expect(await server().call(getConfig, {})).toMatchObject({ legal: { terms: 2, consent: 1 } })
    const { results } = await server().call(listAudit, { token })
    expect(results[0]).toMatchObject({ action: 'legal.published', detail: { document: 'terms', version: 2 } })
  })

  it('are not overwritten or published by an admin who has not read the newest draft', async () => {
    const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const save = (revision: number, en: string) =>
      server().reply(saveLegalText, { token, params: imprint, body: { revision, texts: { en, es: '' } } })
    expect((await save(0, 'We')).status).toBe(200)
    expect((await save(0, 'They')).status).toBe(409)
    expect((await save(1, 'We all')).status).toBe(200)
    const publish = (revision: number) =>
      server().reply(publishLegalText, { token, params: imprint, body: { revision, asks_consent: true } })
    expect((await publish(1)).status).toBe(409)
    expect(await publish(2)).toMatchObject({ status: 400, body: { es: ['Write a text'] } })
    const { results } = await server().call(listLegalTexts, { token })
    expect(results.map(({ document, revision }) => [document, revision])).toContainEqual(['imprint', 2])
  })

  it('are saved once when a save is repeated because its response was lost', async () => {
    const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const save = (seen: { revision: number; version?: number }) => {
      const body = { ...seen, texts: { en: 'Ours', es: 'Lo nuestro' } }
      return server().reply(saveLegalText, { token, params, body })
    }
    const { results } = await server().call(listLegalTexts, { token })
    const version = results.find(({ document }) => document === 'terms')?.versions[0]?.version ?? 0
    const first = await save({ revision: 0, version })
    expect(first).toMatchObject({ status: 200, body: { revision: 1 } })
    for (const repeated of [await save({ revision: 0, version }), await save({ revision: 0 })])
      expect(repeated).toMatchObject({ status: 200, body: { revision: 1, texts: { en: 'Ours' } } })
  })

  it('leave no entry in the audit log when another admin saves what is stored', async () => {
    const { dependencies, call } = server()
    const [one, other] = [
      await insertSignedInUser(dependencies, { isAdmin: true }),
      await insertSignedInUser(dependencies, { isAdmin: true }),
    ]
    const save = (token: string) =>
      call(saveLegalText, { token, params: imprint, body: { revision, texts: { en: 'Us', es: 'Nosotros' } } })
    const newest = async () => (await call(listAudit, { token: one.token })).results[0]
    const { results } = await call(listLegalTexts, { token: one.token })
    const revision = results.find(({ document }) => document === 'imprint')?.revision ?? 0
    await save(one.token)
    const entry = await newest()
    expect(entry).toMatchObject({ action: 'legal.changed', detail: imprint })
    await save(other.token)
    expect(await newest()).toEqual(entry)
  })

  it('are not overwritten or published by an admin who has not read the newest version', async () => {
    const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const privacy = { document: 'privacy' } as const
    const save = (seen: { revision: number; version?: number }, en: string) =>
      server().reply(saveLegalText, { token, params: privacy, body: { ...seen, texts: { en, es: `${en} (es)` } } })
    const publish = (seen: { revision: number; version?: number }) =>
      server().reply(publishLegalText, { token, params: privacy, body: { ...seen, asks_consent: false } })
    await save({ revision: 0, version: 0 }, 'First')
    expect((await publish({ revision: 1, version: 0 })).status).toBe(200)
    // Both admins have read version 1; this one publishes version 2 first.
    expect((await save({ revision: 0, version: 1 }, 'Second')).status).toBe(200)
    expect((await publish({ revision: 1, version: 1 })).status).toBe(200)
    expect((await save({ revision: 0, version: 1 }, 'First, changed')).status).toBe(409)
    // A draft of version 3 has the same revision as the draft of version 2 had.
    expect((await save({ revision: 0, version: 2 }, 'Third')).status).toBe(200)
    expect((await save({ revision: 1, version: 1 }, 'Second, changed')).status).toBe(409)
    expect((await publish({ revision: 1, version: 1 })).status).toBe(409)
    const { results } = await server().call(listLegalTexts, { token })
    expect(results.find(({ document }) => document === 'privacy')).toMatchObject({
      ...{ versions: [{ version: 2 }, { version: 1 }], revision: 1, texts: { en: 'Third' } },
    })
    // An older app does not say which version it has read.
    expect((await save({ revision: 1 }, 'Fourth')).status).toBe(200)
    expect((await publish({ revision: 2 })).status).toBe(200)
  })
})

describeServerOnEachEngine(
  'the imprint of a server that names its operator',
  (server) => {
    it('shows name, address and email, and is no draft', async () => {
      const { text } = await server().send('/legal/imprint')
      expect(text).toContain('<strong>Harbour &lt;Ltd&gt;</strong>')
      expect(text).toContain('1 Quay Street, Cork')
      expect(text).toContain('mailto:hello@companion.example')
      expect(text).not.toContain('Draft')
      expect((await server().send('/legal/terms')).text).toContain('Harbour &lt;Ltd&gt;')
    })
  },
  {
    env: {
      OPERATOR_NAME: 'Harbour <Ltd>',
      OPERATOR_ADDRESS: '1 Quay Street, Cork',
      OPERATOR_EMAIL: 'hello@companion.example',
    },
  },
)
