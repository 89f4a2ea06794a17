import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createPlan, deletePlan, listAllPlans, restorePlan, updatePlan } from '#contract/endpoints/admin.ts'
import { createPromotionCode } from '#contract/endpoints/admin-billing.ts'
import { listPlans } from '#contract/endpoints/subscriptions.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

const input = {
  name: 'quarter',
  title: 'A quarter',
  description: 'Three months of everything.',
  price: '24.50',
  currency: 'EUR',
  interval: 'month',
  features: ['All of it', 'With a comma, too'],
  is_enabled: true,
  tokens_limit: 10,
  searches_limit: 0,
} as const

describeServerOnEachEngine('the plans of the admin panel', (server) => {
  let admin: InsertedUser
  let other: InsertedUser
  beforeAll(async () => {
    const { dependencies } = server()
    admin = await insertSignedInUser(dependencies, { isAdmin: true })
    other = await insertSignedInUser(dependencies, { isAdmin: true })
  })
  const make = (more: Partial<AdminPlan> = {}) =>
    server().call(createPlan, {
      token: admin.token,
      body: { ...input, features: [...input.features], ...more } as never,
    })
  const all = () => server().call(listAllPlans, { token: admin.token })
  const publicIds = async () => (await server().call(listPlans, {})).map(({ id }) => id)
  const change = (plan: AdminPlan, more: object, token = admin.token) =>
    server().reply(updatePlan, { token, params: { id: plan.id }, body: { ...plan, ...more } as never })
  const remove = (id: number, language = 'en') =>
    server().reply(deletePlan, { token: admin.token, params: { id }, headers: { 'Accept-Language': language } })
  const newestEntry = async () => (await readAuditLog(server(), admin.token, { page_size: 1 }))[0]

  it('include a new plan, which is offered at once', async () => {
    const plan = await make()
    expect(plan).toEqual({ ...input, id: plan.id, product: 'companion_app', tax: null, is_archived: false, version: 1 })
    expect(await publicIds()).toContain(plan.id)
    expect(await all()).toContainEqual(plan)
    expect(await newestEntry()).toMatchObject({
      actor: admin.id,
      actor_kind: 'admin',
      action: 'plan.created',
      subject_kind: 'plan',
      subject: String(plan.id),
      subject_name: 'A quarter',
    })
  })

  it('include one plan when a request is repeated because its response was lost, also at the same time', async () => {
    const request_id = randomUUID()
    const body = { ...input, features: ['one'], request_id }
    const create = () => server().reply(createPlan, { token: admin.token, body })
    const plan = (await create()).body as AdminPlan
    expect(await create()).toMatchObject({ status: 201, body: plan })
    expect(await newestEntry()).toMatchObject({ action: 'plan.created', subject: String(plan.id) })
    const ids = new Set((await all()).map(({ id }) => id))
    const at = { ...body, request_id: randomUUID() }
    const replies = await Promise.all([1, 2, 3].map(() => server().call(createPlan, { token: admin.token, body: at })))
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    expect((await all()).length).toBe(ids.size + 1)
    const entries = (await readAuditLog(server(), admin.token, { page_size: 20 })).filter(
      ({ subject }) => subject === String(plan.id) || subject === String(replies[0]?.id),
    )
    expect(entries.map(({ action }) => action)).toEqual(['plan.created', 'plan.created'])
  })

  it.each([
    ['name', '', 'Name is required', 'El nombre es obligatorio'],
    ['name', undefined, 'Name is required', 'El nombre es obligatorio'],
    ['name', ' ab ', 'Name must be at least 3 characters', 'El nombre debe tener al menos 3 caracteres'],
    ['title', '', 'Title is required', 'El título es obligatorio'],
    ['title', 'ab', 'Title must be at least 3 characters', 'El título debe tener al menos 3 caracteres'],
    ['description', '', 'Description is required', 'La descripción es obligatoria'],
    [
      'description',
      'too short',
      'Description must be at least 10 characters',
      'La descripción debe tener al menos 10 caracteres',
    ],
    ['price', undefined, 'Price is required', 'El precio es obligatorio'],
    ['price', '', 'Price is required', 'El precio es obligatorio'],
    [
      'price',
      '0.49',
      'Price must be 0, or between 0.50 and 999999.99',
      'El precio debe ser 0 o estar entre 0.50 y 999999.99',
    ],
    [
      'price',
      '1000000.00',
      'Price must be 0, or between 0.50 and 999999.99',
      'El precio debe ser 0 o estar entre 0.50 y 999999.99',
    ],
    ['currency', undefined, 'Currency is required', 'La moneda es obligatoria'],
    ['interval', undefined, 'Interval is required', 'El intervalo es obligatorio'],
    ['interval', '', 'Interval is required', 'El intervalo es obligatorio'],
    ['interval', 'day', 'Invalid interval', 'Intervalo no válido'],
    ['features', [], 'At least one feature is required', 'Se necesita al menos una característica'],
    ['features', undefined, 'At least one feature is required', 'Se necesita al menos una característica'],
    ['is_enabled', undefined, 'This field is required', 'Este campo es obligatorio'],
    ['tokens_limit', undefined, 'Tokens limit is required', 'El límite de tokens es obligatorio'],
    ['tokens_limit', 'many', 'Tokens limit must be a number', 'El límite de tokens debe ser un número'],
    ['tokens_limit', 1.5, 'Tokens limit must be an integer', 'El límite de tokens debe ser un número entero'],
    ['tokens_limit', -1, 'Tokens limit cannot be negative', 'El límite de tokens no puede ser negativo'],
    ['searches_limit', undefined, 'Searches limit is required', 'El límite de búsquedas es obligatorio'],
    ['searches_limit', null, 'Searches limit must be a number', 'El límite de búsquedas debe ser un número'],
    ['searches_limit', 0.1, 'Searches limit must be an integer', 'El límite de búsquedas debe ser un número entero'],
    ['searches_limit', -5, 'Searches limit cannot be negative', 'El límite de búsquedas no puede ser negativo'],
  ])('reject %s %j with an error in both languages', async (field, value, english, spanish) => {
    const count = (await all()).length
    for (const [language, words] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const body = { ...input, features: [...input.features], [field]: value } as never
      const headers = { 'Accept-Language': language }
      const reply = await server().reply(createPlan, { token: admin.token, body, headers })
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual({ [field]: expect.arrayContaining([words]) })
      expect((reply.body as Record<string, string[]>)[field]?.[0]).toBe(words)
    }
    expect((await all()).length).toBe(count)
  })

  it('are those of this product that are not archived, with prices in one format', async () => {
    const foreign = { ...input, features: ['one'], product: 'another_app' } as never
    expect((await server().reply(createPlan, { token: admin.token, body: foreign })).body).toEqual({
      product: ['Invalid value'],
    })
    const body = { ...input, features: ['one'], price: '000.00', is_archived: true, version: 9, id: 0 } as never
    const plan = await server().call(createPlan, { token: admin.token, body })
    expect(plan).toMatchObject({ price: '0.00', is_archived: false, version: 1 })
    expect((await remove(plan.id)).status).toBe(200)
  })

  it('are changed with a version number, and the second of two concurrent changes is rejected', async () => {
    const seen = await make()
    const first = await change(seen, { title: 'Three months', is_archived: true, product: 'another_app' })
    expect(first).toMatchObject({ status: 200, body: { ...seen, title: 'Three months', version: 2 } })
    expect(await newestEntry()).toMatchObject({ action: 'plan.changed', detail: { fields: ['title'] } })

    const second = await change(seen, { price: '1.00' }, other.token)
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This was changed in the meantime. Look again and repeat' },
    })
    expect(await all()).toContainEqual(first.body)
    const again = await change(first.body as AdminPlan, { price: '1.00' }, other.token)
    expect(again).toMatchObject({ status: 200, body: { title: 'Three months', price: '1.00', version: 3 } })
  })

  it('are changed once per version when 5 admins write at the same time', async () => {
    const seen = await make()
    const replies = await Promise.all([1, 2, 3, 4, 5].map((n) => change(seen, { title: `Version of ${n}` })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const winner = replies.find(({ status }) => status === 200)
    expect(await all()).toContainEqual(winner?.body)
  })

  it('keep their version when a save changes nothing, and accept a save without a version', async () => {
    const seen = await make()
    expect((await change(seen, {})).body).toEqual(seen)
    const { version: _seen, ...unversioned } = seen
    const reply = await server().reply(updatePlan, {
      token: admin.token,
      params: { id: seen.id },
      body: { ...unversioned, price: '2.00' } as never,
    })
    expect(reply).toMatchObject({ status: 200, body: { price: '2.00', version: 2 } })
  })

  it('can be deleted when nobody has bought them, and the response says so', async () => {
    const plan = await make()
    expect(await remove(plan.id)).toMatchObject({ status: 200, body: { message: 'The plan was deleted' } })
    expect((await all()).map(({ id }) => id)).not.toContain(plan.id)
    expect(await newestEntry()).toMatchObject({
      action: 'plan.deleted',
      subject_name: null,
      detail: { archived: false },
    })
    expect((await remove(plan.id)).status).toBe(404)
    expect((await change(plan, {})).status).toBe(404)
    expect((await remove((await make()).id, 'es')).body).toEqual({ message: 'El plan se ha borrado' })
  })

  it('are archived instead when somebody has bought or is buying them, and no longer offered', async () => {
    const { db, now } = server().dependencies
    const time = new Date(now()).toISOString()
    const [bought, checkedOut] = [await make(), await make()]
    const user = await insertSignedInUser(server().dependencies)
    await db.updateTable('subscriptions').set({ plan_id: bought.id }).where('user_id', '=', user.id).execute()
    const checkout = { user_id: user.id, plan_id: checkedOut.id, subscription_id: null, created_at: time }
    await db
      .insertInto('checkouts')
      .values({ id: randomUUID(), ...checkout })
      .execute()
    for (const plan of [bought, checkedOut]) {
      const reply = await remove(plan.id)
      expect(reply).toMatchObject({
        status: 200,
        body: { message: /or somebody has bought it or is about to: it was archived/ },
      })
      expect(await all()).toContainEqual({ ...plan, is_archived: true, is_enabled: false, version: 2 })
      expect(await publicIds()).not.toContain(plan.id)
      const stays = { status: 409, body: { code: 'conflict', message: 'This plan is archived and stays as it is' } }
      expect(await remove(plan.id)).toMatchObject(stays)
      expect(await change({ ...plan, version: 2 }, { is_enabled: false })).toMatchObject(stays)
    }
    const listed = await all()
    const archived = listed.map(({ is_archived }) => is_archived)
    expect(archived).toEqual([...archived].sort())
  })

  it('are archived instead when a promotion code names them, so that a gift is usable again after a restore', async () => {
    const plan = await make({ price: '9.00' })
    const body = { code: `gift-${plan.id}`, kind: 'gift' as const, duration_months: 3, plan_ids: [plan.id] }
    expect((await server().reply(createPromotionCode, { token: admin.token, body })).status).toBe(201)
    const message =
      'A promotion code names this plan, or somebody has bought it or is about to: it was archived instead'
    expect((await remove(plan.id)).body).toEqual({ message: `${message} of deleted` })
    expect(await all()).toContainEqual({ ...plan, is_archived: true, is_enabled: false, version: 2 })
  })

  it('are taken out of the archive, stay disabled until they are enabled, and can be sold then', async () => {
    const plan = await make()
    const user = await insertSignedInUser(server().dependencies)
    const { db } = server().dependencies
    await db.updateTable('subscriptions').set({ plan_id: plan.id }).where('user_id', '=', user.id).execute()
    const restore = () => server().reply(restorePlan, { token: admin.token, params: { id: plan.id } })
    expect((await restore()).status).toBe(409)
    await remove(plan.id)
    const restored = { ...plan, is_archived: false, is_enabled: false, version: 3 }
    expect(await restore()).toMatchObject({ status: 200, body: restored })
    expect(await newestEntry()).toMatchObject({ action: 'plan.restored', subject: String(plan.id) })
    expect((await restore()).status).toBe(409)
    expect(await publicIds()).not.toContain(plan.id)
    expect(await change(restored, { is_enabled: true })).toMatchObject({ status: 200 })
    expect(await publicIds()).toContain(plan.id)
    const { token } = await insertSignedInUser(server().dependencies, { isProvider: true })
    expect((await server().reply(restorePlan, { token, params: { id: plan.id } })).status).toBe(403)
  })

  it('contain no plan of another product, which cannot be changed either', async () => {
    const plan = await make()
    const { db } = server().dependencies
    await db.updateTable('plans').set({ product: 'another_app' }).where('id', '=', plan.id).execute()
    expect((await all()).map(({ id }) => id)).not.toContain(plan.id)
    expect((await change(plan, { title: 'Taken over' })).status).toBe(404)
    expect((await remove(plan.id)).status).toBe(404)
    expect(await db.selectFrom('plans').select('title').where('id', '=', plan.id).execute()).toEqual([
      { title: 'A quarter' },
    ])
  })
})
