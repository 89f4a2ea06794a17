import 'fake-indexeddb/auto'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
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
})
