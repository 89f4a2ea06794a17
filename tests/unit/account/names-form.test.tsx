import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#contract/objects/user.ts'
import { NamesForm } from '#features/account/names-form.tsx'
import { signIn, updateUser } from '#session/session-actions.ts'
import { useSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

type Names = Pick<User, 'first_name' | 'last_name' | 'username'>

function Form() {
  const session = useSession()
  return session ? <NamesForm user={session.user} /> : null
}

/** The form of a signed-in user with these names. The server stores what it is sent beside what it has. */
async function open(names: Partial<Names> = {}) {
  const authenticated = makeAuthenticated(7)
  const known = { ...authenticated.user, first_name: 'Ana', last_name: 'Prado', username: 'ana.prado', ...names }
  await signIn({ ...authenticated, user: known })
  const sent: unknown[] = []
  let stored: User = known
  let isLost = false
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = await request.json()
    sent.push(body)
    stored = { ...stored, ...body }
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json(stored)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(<Form />)
  const field = (name: keyof Names) =>
    page.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? expect.fail(`no field ${name}`)
  return {
    sent,
    type: (name: keyof Names, text: string) => typeInto(field(name), text),
    save: () => interact(() => page.querySelector('form')?.requestSubmit()),
    shown: () => [field('first_name').value, field('last_name').value, field('username').value],
    /** Changes the user on the server, as another device does. */
    changeElsewhere: (changes: Partial<Names>) => {
      stored = { ...stored, ...changes }
    },
    /** This device hears of what the server has. */
    hear: () => interact(() => updateUser(stored)),
    /** Whether the responses are lost from now on. */
    lose: (lost: boolean) => {
      isLost = lost
    },
    saved: () => vi.waitFor(() => expect(page.textContent).toContain('Saved')),
    says: (text: string) => vi.waitFor(() => expect(page.textContent).toContain(text)),
  }
}

test('saving a name keeps the names that another device has changed', async () => {
  const { sent, type, save, changeElsewhere, saved, shown } = await open()
  changeElsewhere({ last_name: 'Byron' })
  await type('username', 'ana.byron')
  await save()
  await saved()
  expect(sent).toEqual([{ username: 'ana.byron' }])
  await vi.waitFor(() => expect(shown()).toEqual(['Ana', 'Byron', 'ana.byron']))
})

test('the form shows what another device has changed, beside what is typed here', async () => {
  const { sent, type, save, changeElsewhere, hear, saved, shown } = await open()
  await type('username', 'ana.byron')
  changeElsewhere({ last_name: 'Byron', username: 'ana.b' })
  await hear()
  await vi.waitFor(() => expect(shown()).toEqual(['Ana', 'Byron', 'ana.byron']))
  await save()
  await saved()
  expect(sent).toEqual([{ username: 'ana.byron' }])
})

test('a second change is compared with the first one', async () => {
  const { sent, type, save, saved } = await open()
  await type('first_name', 'Anna')
  await save()
  await saved()
  await type('first_name', 'Ana')
  await save()
  await vi.waitFor(() => expect(sent).toEqual([{ first_name: 'Anna' }, { first_name: 'Ana' }]))
  await saved()
  await save()
  expect(sent).toHaveLength(2)
})

test('a change whose response was lost is taken back when the former name is typed again', async () => {
  const { sent, type, save, lose, saved, says } = await open()
  lose(true)
  await type('first_name', 'Anna')
  await save()
  await says('No connection. Check your network')
  lose(false)
  await type('first_name', 'Ana')
  await save()
  await saved()
  expect(sent).toEqual([{ first_name: 'Anna' }, { first_name: 'Ana' }])
  await save()
  expect(sent).toHaveLength(2)
})

test.each([
  ['a username that is shorter than a new one may be', { username: 'jo' }],
  ['no last name, as from Google', { last_name: '' }],
])('a user with %s can change another name', async (_what, names) => {
  const { sent, type, save, saved } = await open(names)
  await type('first_name', 'Joanna')
  await save()
  await saved()
  expect(sent).toEqual([{ first_name: 'Joanna' }])
})

test('an old username with an invisible character is saved without it', async () => {
  const { sent, save, saved, shown } = await open({ username: 'ana\u200b.prado' })
  expect(shown()).toEqual(['Ana', 'Prado', 'ana.prado'])
  await save()
  await saved()
  expect(sent).toEqual([{ username: 'ana.prado' }])
  await save()
  await saved()
  expect(sent).toHaveLength(1)
})

test('a changed name follows the rules', async () => {
  const { sent, type, save, says } = await open({ username: 'jo' })
  await type('username', 'j')
  await save()
  await says('at least 3 characters')
  await type('username', '')
  await type('last_name', '')
  await save()
  await says('Last name is required')
  await says('at least 3 characters')
  expect(sent).toEqual([])
})
