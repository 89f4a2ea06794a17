import 'fake-indexeddb/auto'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Folder } from '#contract/objects/chat.ts'
import { LabelList } from '#features/library/dialogs/label-list.tsx'
import { database } from '#offline/database/database.ts'
import { queryFolders, queryTags, readEntries } from '#offline/database/queries.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'

/** Each test has a user of its own, because all share one database. */
async function createIn(kind: 'folder' | 'tag', user: number, onCreated?: (id: string) => void) {
  const page = await render(
    <LabelList userId={user} kind={kind} labels={[]} {...(onCreated === undefined ? {} : { onCreated })} />,
  )
  const press = (text: string) =>
    interact(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(text))?.click())
  await press(kind === 'folder' ? 'New folder' : 'New tag')
  const name = page.querySelector<HTMLInputElement>('input:not([type="radio"])')
  if (!name) throw new Error('The form has no field for a name')
  await typeInto(name, 'Garden')
  await press('Create')
}

describe('the list of folders or tags in a dialog', () => {
  it('stores and queues a new folder without a callback', async () => {
    await createIn('folder', 1)
    await vi.waitFor(async () => expect(await queryFolders(database(), 1)).toMatchObject([{ name: 'Garden' }]))
    expect(await readEntries(database(), 1)).toMatchObject([{ kind: 'folder.create' }])
  })

  it('stores and queues a new tag without a callback', async () => {
    await createIn('tag', 2)
    await vi.waitFor(async () => expect(await queryTags(database(), 2)).toMatchObject([{ name: 'Garden' }]))
    expect(await readEntries(database(), 2)).toMatchObject([{ kind: 'tag.create' }])
  })

  it('passes the id of a new folder to the callback', async () => {
    const onCreated = vi.fn()
    await createIn('folder', 3, onCreated)
    await vi.waitFor(() => expect(onCreated).toHaveBeenCalledOnce())
    expect(onCreated).toHaveBeenCalledWith((await queryFolders(database(), 3))[0]?.id)
  })

  it('ends editing when another device has deleted the edited label', async () => {
    const onEditing = vi.fn()
    let remove = () => {}
    function List() {
      const [labels, setLabels] = useState([{ id: 'a', name: 'Birds', color: null, created_at: '', updated_at: '' }])
      remove = () => setLabels([])
      return <LabelList userId={4} kind="tag" labels={labels} onEditing={onEditing} />
    }
    const page = await render(<List />)
    await interact(() => page.querySelector<HTMLElement>('[aria-label="Edit “Birds”"]')?.click())
    expect(onEditing).toHaveBeenLastCalledWith(true)
    await interact(() => remove())
    expect(onEditing).toHaveBeenLastCalledWith(false)
    expect(document.activeElement?.textContent).toBe('New tag')
  })

  it('sends only what its user has changed, not what another device has changed meanwhile', async () => {
    const userId = 5
    const unchanged = { userId, id: crypto.randomUUID(), name: 'Birds', created_at: '', updated_at: '' }
    const label: typeof unchanged & Folder = { ...unchanged, color: '#f4c7c3' }
    await database().folders.put(label)
    let show = (_: typeof label) => {}
    function List() {
      const [labels, setLabels] = useState([label])
      show = (changed) => setLabels([changed])
      return <LabelList userId={userId} kind="folder" labels={labels} />
    }
    const page = await render(<List />)
    await interact(() => page.querySelector<HTMLElement>('[aria-label="Edit “Birds”"]')?.click())
    await database().folders.put({ ...label, color: null })
    await interact(() => show({ ...label, color: null }))
    const name = page.querySelector<HTMLInputElement>('input:not([type="radio"])')
    if (!name) throw new Error('The form has no field for a name')
    await typeInto(name, 'Herons')
    await interact(() => page.querySelector<HTMLElement>('button[type=submit]')?.click())
    await vi.waitFor(async () =>
      expect(await readEntries(database(), userId)).toMatchObject([{ body: { name: 'Herons' } }]),
    )
    expect((await readEntries(database(), userId))[0]?.body).toEqual({ name: 'Herons' })
    expect(await queryFolders(database(), userId)).toMatchObject([{ name: 'Herons', color: null }])
  })
})
