import { Dexie } from 'dexie'
import { isApiError } from '#api/errors.ts'
import { getMessages } from '#contract/endpoints/chats.ts'
import { putServerChat } from './local-chat.ts'
import { keepOpen } from './prune.ts'
import { removeServerChat } from './remove-server-chat.ts'
import { putServerMessages } from './store-messages.ts'
import type { SyncOptions } from './sync-options.ts'
import { writeAs } from './write-as.ts'

const PAGE = 50
const OLDER_PAGE = 80
const CATCH_UP_PAGE = 200

interface ChatSync extends SyncOptions {
  chat: string
}

/**
 * Brings the newest messages of a chat, and those between them and what is here already. Returns false
 * when the server has no such chat; it is then gone here too, save what is unsent.
 */
export async function syncMessages(options: ChatSync): Promise<boolean> {
  const known = await newestHere(options)
  let page = await fetchPage(options, { limit: PAGE })
  while (page?.has_more && known !== null && page.oldest > known + 1) {
    page = await fetchPage(options, { before: page.oldest, limit: CATCH_UP_PAGE })
  }
  return page !== null
}

/** Brings the messages before a position from the server; false when there are none. */
export async function loadBefore(options: ChatSync, before: number): Promise<boolean> {
  const page = await fetchPage(options, { before, limit: OLDER_PAGE })
  return page !== null && page.oldest > 0
}

/** Fetches and stores; `oldest` is the lowest position that came. */
async function fetchPage(options: ChatSync, query: { before?: number; limit: number }) {
  const { db, api, account, chat, signal } = options
  const tables = [db.chats, db.messages, db.outbox, db.drafts]
  try {
    const page = await api.call(getMessages, { params: { id: chat }, query, as: account, signal })
    await writeAs(db, account, tables, async () => {
      if (await isBeingDeleted(options)) return
      await putServerChat(db, account, page.chat)
      await keepOpen(db, account, chat)
      await putServerMessages(db, account, page.messages)
    })
    return { has_more: page.has_more && page.messages.length > 0, oldest: page.messages[0]?.seq ?? 0 }
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
    // A chat that was made here and is not sent yet is unknown to the server, and stays.
    await writeAs(db, account, tables, async () => {
      const row = await db.chats.get([account, chat])
      if (!row?.local) await removeServerChat(db, account, chat)
    })
    return null
  }
}

async function isBeingDeleted({ db, account, chat }: ChatSync): Promise<boolean> {
  const entries = db.outbox.where('[account+chat]').equals([account, chat])
  return (await entries.filter(({ kind }) => kind === 'chat.delete').count()) > 0
}

async function newestHere({ db, account, chat }: ChatSync): Promise<number | null> {
  const range = db.messages
    .where('[account+chat+seq]')
    .between([account, chat, Dexie.minKey], [account, chat, Dexie.maxKey])
  return (await range.last())?.seq ?? null
}
