import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFieldDraft } from '#features/chat/composer/field-draft.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { addToDraft, deleteStash, readStoredDrafts, restoreStash } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT, readDraft, saveDraft } from '#offline/drafts/drafts.ts'
import { recoverLeaving } from '#offline/drafts/unload-draft.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'

Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

const userId = 7
const chatId = uuid()
let db: CompanionDatabase

beforeEach(() => {
  db = new CompanionDatabase({ name: `test-${uuid()}` })
  onTestFinished(() => db.delete())
})

/** A field as in a tab: the draft only needs its value. */
function openField({ isNew = false } = {}) {
  const element = { value: '' }
  const onShow = vi.fn()
  const draft = createFieldDraft({
    db,
    userId,
    chatId,
    isNew,
    field: () => element as HTMLTextAreaElement,
    onShow,
  })
  const type = (text: string) => {
    element.value = text
    draft.recordInput()
  }
  /** Closes the page of this field: its timers do nothing from here on. */
  const die = () => void draft.beginStoring(uuid())
  onTestFinished(die)
  return { ...draft, draft, element, onShow, type, die }
}

describe('the draft of a field', () => {
  it('is saved soon, without leaving the field and while typing continues', async () => {
    const tab = openField()
    tab.type('H')
    const typing = setInterval(() => tab.type(`${tab.element.value}i`), 20)
    onTestFinished(() => clearInterval(typing))
    await vi.waitFor(async () => expect(await readDraft(db, userId, chatId)).toMatch(/^Hi+/))
    clearInterval(typing)
    await tab.flush()
  })

  it('is shown in a tab that opens later and in one that is already open', async () => {
    const [one, other] = [openField(), openField()]
    await other.look()
    one.type('Dear Ana')
    await one.flush()
    await other.look()
    expect(other.element.value).toBe('Dear Ana')
    expect(other.onShow).toHaveBeenCalledOnce()
  })

  it('disappears from the other tab when it is sent here', async () => {
    const [one, other] = [openField({ isNew: true }), openField({ isNew: true })]
    one.type('Sent from here')
    await one.flush()
    await other.look()
    one.beginStoring(uuid())
    await enqueueMessage(db, { userId, chatId, content: 'Sent from here', newChat: {} })
    one.endStoring(true, 'Sent from here')
    await other.look()
    expect(other.element.value).toBe('')
  })

  it('stays in the other tab when more was typed there since', async () => {
    const [one, other] = [openField(), openField()]
    one.type('Shared')
    await one.flush()
    await other.look()
    other.type('Shared, and more')
    await enqueueMessage(db, { userId, chatId, content: 'Shared' })
    await other.look()
    expect(other.element.value).toBe('Shared, and more')
    await other.flush()
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Shared, and more', stashed: '' })
  })

  it('overwrites nothing: of two texts typed at once the first is stashed', async () => {
    const [one, other] = [openField(), openField()]
    one.type('One text')
    other.type('Another text')
    await one.flush()
    await other.flush()
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Another text', stashed: 'One text' })
    await one.look()
    expect(one.element.value).toBe('Another text')
    await restoreStash(db, userId, chatId)
    await one.look()
    expect(one.element.value).toBe('Another text\n\nOne text')
    expect((await readStoredDrafts(db, userId, chatId)).stashed).toBe('')
  })

  it('stashes a stored text that was not shown yet when typing began', async () => {
    await saveDraft(db, userId, chatId, 'Kept from yesterday')
    const tab = openField()
    tab.type('Quick')
    await tab.flush()
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Quick', stashed: 'Kept from yesterday' })
    await deleteStash(db, userId, chatId)
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Quick', stashed: '' })
  })

  it('stashes several texts, and none twice', async () => {
    const [one, two, three] = [openField(), openField(), openField()]
    one.type('First')
    two.type('Second')
    three.type('Third')
    for (const tab of [one, two, three]) await tab.flush()
    one.type('First, longer')
    await one.flush()
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({
      text: 'First, longer',
      stashed: 'First\n\nSecond\n\nThird',
    })
  })

  it('is saved when the database responds again', async () => {
    const tab = openField()
    const refuse = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
    db.drafts.hook('creating', refuse)
    tab.type('Not lost')
    await expect(tab.flush()).rejects.toThrow()
    db.drafts.hook('creating').unsubscribe(refuse)
    await tab.flush()
    expect(await readDraft(db, userId, chatId)).toBe('Not lost')
  })
})

describe('a page that closes before its last characters are saved', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  it('leaves them in a record that the next page turns into the draft, once', async () => {
    const tab = openField()
    tab.type('Half a')
    await tab.flush()
    tab.type('Half a thought')
    db.close()
    tab.leave()
    tab.die()
    await db.open()
    await recoverLeaving(db, userId)
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Half a thought', stashed: '' })
    await saveDraft(db, userId, chatId, '')
    await recoverLeaving(db, userId)
    expect(await readDraft(db, userId, chatId)).toBe('')
  })

  it('stashes what another tab wrote in between', async () => {
    const tab = openField()
    tab.type('Mine')
    db.close()
    tab.leave()
    tab.die()
    await db.open()
    await saveDraft(db, userId, chatId, 'From elsewhere')
    await recoverLeaving(db, userId)
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: 'Mine', stashed: 'From elsewhere' })
  })

  it.each([true, false])(
    'returns the text of a message only if it was not stored; tab closed: %s',
    async (isClosed) => {
      await db.open()
      for (const isStored of [true, false]) {
        const tab = openField()
        const id = uuid()
        tab.type('Just sent')
        const seen = tab.beginStoring(id)
        if (isStored) await enqueueMessage(db, { id, userId, chatId, content: 'Just sent', seen })
        tab.type('Just sent, and')
        tab.leave()
        // The records of a page end with its tab.
        if (isClosed) sessionStorage.removeItem('companion:leaving-draft')
        await recoverLeaving(db, userId)
        const text = isStored ? ', and' : 'Just sent, and'
        expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text, stashed: '' })
        await saveDraft(db, userId, chatId, '')
      }
    },
  )

  it('leaves no copy of a message that was stored when the page returns', async () => {
    const tab = openField()
    tab.type('Just sent')
    const seen = tab.beginStoring(uuid())
    await enqueueMessage(db, { userId, chatId, content: 'Just sent', seen })
    tab.leave()
    tab.endStoring(true, 'Just sent')
    await tab.flush()
    await tab.look()
    expect(tab.element.value).toBe('')
  })

  it('leaves nothing for another user, nor after the page returned and sent the text', async () => {
    const tab = openField()
    tab.type('Private')
    tab.leave()
    await recoverLeaving(db, userId + 1)
    expect(await readDraft(db, userId + 1, chatId)).toBe('')
    await tab.flush()
    await saveDraft(db, userId, chatId, '')
    await recoverLeaving(db, userId)
    expect(await readDraft(db, userId, chatId)).toBe('')
  })
})

describe('a message that is sent from the field', () => {
  it('leaves no copy in the draft when something was typed and deleted while it was stored', async () => {
    const tab = openField()
    tab.type('Only once')
    await tab.flush()
    tab.beginStoring(uuid())
    tab.type('Only once!')
    const leaving = tab.flush()
    await enqueueMessage(db, { userId, chatId, content: 'Only once' })
    tab.type('Only once')
    await leaving
    await tab.flush()
    tab.endStoring(true, 'Only once')
    await tab.flush()
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: '', stashed: '' })
  })

  it('moves what was typed while it was stored to the draft of the new chat', async () => {
    const tab = openField({ isNew: true })
    tab.type('A beginning')
    await tab.flush()
    tab.beginStoring(uuid())
    tab.type('A beginning and')
    await enqueueMessage(db, { userId, chatId, content: 'A beginning', newChat: {} })
    tab.endStoring(true, 'A beginning')
    await tab.flush()
    expect(await readDraft(db, userId, NEW_CHAT)).toBe('')
    expect(await readDraft(db, userId, chatId)).toBe(' and')
  })

  it('stashes what another tab wrote in between instead of overwriting it', async () => {
    const [one, other] = [openField(), openField()]
    one.type('Sent at once')
    other.type('From elsewhere')
    await other.flush()
    const seen = one.beginStoring(uuid())
    await enqueueMessage(db, { userId, chatId, content: 'Sent at once', seen })
    expect(await readStoredDrafts(db, userId, chatId)).toEqual({ text: '', stashed: 'From elsewhere' })
  })

  it('stays the draft when it could not be stored', async () => {
    const tab = openField({ isNew: true })
    tab.type('Still mine')
    await tab.flush()
    tab.beginStoring(uuid())
    tab.endStoring(false, 'Still mine')
    await tab.flush()
    expect(await readDraft(db, userId, NEW_CHAT)).toBe('Still mine')
  })
})

describe('text that another app shares', () => {
  it('is added to the draft once', async () => {
    await saveDraft(db, userId, NEW_CHAT, 'Begun')
    await addToDraft(db, userId, NEW_CHAT, 'Shared')
    await addToDraft(db, userId, NEW_CHAT, 'Shared')
    expect(await readDraft(db, userId, NEW_CHAT)).toBe('Begun\n\nShared')
  })
})
