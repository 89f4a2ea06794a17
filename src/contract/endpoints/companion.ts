import * as v from 'valibot'
import { CONFIG_PATH, endpoint } from '../endpoint.ts'
import { PROFILE_BODY_MAX } from '../limits.ts'
import { Folder, LabelInput, LabelPatch, Tag } from '../objects/chat.ts'
import { ChatProfile, ChatProfilePatch } from '../objects/chat-profile.ts'
import { PublicConfig } from '../objects/config.ts'
import { Model } from '../objects/model.ts'
import { Plan } from '../objects/plan.ts'
import { Score, Scores } from '../objects/scores.ts'
import { SearchResult } from '../objects/search-result.ts'
import { Count, Language, says, Timestamp, Uuid, UuidParams } from '../primitives.ts'

export const getConfig = endpoint({
  method: 'GET',
  path: CONFIG_PATH,
  summary: 'What the app must know of this server',
  access: 'public',
  responses: { 200: PublicConfig },
  errors: [],
})

export const listModels = endpoint({
  method: 'GET',
  path: '/companion/models/',
  summary: 'The models that may be chosen, in the order of the settings',
  access: 'user',
  responses: { 200: v.array(Model) },
  errors: [],
})

export const listScores = endpoint({
  method: 'GET',
  path: '/companion/chats/{id}/codex-scores/',
  summary: 'The scores of a chat, oldest first, and its Overall Alignment Score',
  access: 'user',
  params: UuidParams,
  responses: { 200: v.object({ results: v.array(Scores), oas: Score }) },
  errors: ['not_found'],
})

export const scoreMessage = endpoint({
  method: 'POST',
  path: '/companion/chats/{id}/codex-scores/',
  summary: 'Scores an answer again',
  access: 'user',
  params: UuidParams,
  body: v.object({ message: Uuid }),
  responses: { 200: Scores },
  errors: ['invalid_message_or_chat', 'not_found', 'not_scored', 'subscription_required', 'limit_reached'],
})

export const search = endpoint({
  method: 'GET',
  path: '/companion/search/',
  summary: 'Full text over titles and messages',
  access: 'user',
  query: v.object({
    q: v.pipe(v.string(says('required')), v.trim(), v.nonEmpty(says('required')), v.maxLength(200, says('too_long'))),
  }),
  responses: {
    200: v.object({
      results: v.array(SearchResult),
    }),
  },
  errors: [],
})

/** Folders and tags have the same endpoints; deleting a label keeps its chats. */
const labels = <const Path extends string, const S extends typeof Folder>(path: Path, one: string, schema: S) =>
  ({
    list: endpoint({
      method: 'GET',
      path: `/companion/${path}/`,
      summary: `The ${path}, by name`,
      access: 'user',
      responses: { 200: v.object({ results: v.array(schema) }) },
      errors: [],
    }),
    create: endpoint({
      method: 'POST',
      path: `/companion/${path}/`,
      summary: `Makes a ${one} under the id that the client chose; a repeat returns it with 200`,
      access: 'user',
      body: LabelInput,
      responses: { 201: schema, 200: schema },
      errors: ['id_conflict'],
    }),
    update: endpoint({
      method: 'PATCH',
      path: `/companion/${path}/{id}/`,
      summary: `Renames or colours a ${one}`,
      access: 'user',
      params: UuidParams,
      body: LabelPatch,
      responses: { 200: schema },
      errors: ['not_found'],
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `/companion/${path}/{id}/`,
      summary: `Deletes a ${one}; its chats stay`,
      access: 'user',
      params: UuidParams,
      responses: { 204: 'empty' },
      errors: ['not_found'],
    }),
  }) as const

export const {
  list: listFolders,
  create: createFolder,
  update: updateFolder,
  delete: deleteFolder,
} = labels('folders', 'folder', Folder)
export const { list: listTags, create: createTag, update: updateTag, delete: deleteTag } = labels('tags', 'tag', Tag)

export const getChatProfile = endpoint({
  method: 'GET',
  path: '/companion/chat/profile/',
  summary: 'How the companion treats this user',
  access: 'user',
  responses: { 200: ChatProfile },
  errors: [],
})

export const updateChatProfile = endpoint({
  method: 'PATCH',
  path: '/companion/chat/profile/',
  summary: 'Changes the fields that are given; facts one by one, or all of them',
  access: 'user',
  body: ChatProfilePatch,
  bodyMax: PROFILE_BODY_MAX,
  responses: { 200: ChatProfile },
  errors: [],
})

const Meter = v.object({ used: Count, limit: v.nullable(Count) })

export const getUsageLimits = endpoint({
  method: 'GET',
  path: '/companion/usage-limits/',
  summary: 'What is used and left of the plan in this period; a limit of null means unlimited',
  access: 'user',
  responses: {
    200: v.object({
      plan: v.nullable(Plan),
      tokens: Meter,
      searches: Meter,
      period_start: v.nullable(Timestamp),
      resets_at: v.nullable(Timestamp),
    }),
  },
  errors: [],
})

const PushEndpoint = v.pipe(v.string(says('required')), v.url(says('invalid')), v.maxLength(2000, says('too_long')))
/** An uncompressed P-256 point and 16 bytes, in base64url as `PushSubscription.toJSON()` returns them. */
const PushKeys = v.object({
  p256dh: v.pipe(v.string(says('required')), v.regex(/^B[\w-]{86}=?$/, says('invalid'))),
  auth: v.pipe(v.string(says('required')), v.regex(/^[\w-]{22}(?:==)?$/, says('invalid'))),
})

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/companion/push-subscriptions/',
  summary: 'Registers a Web Push subscription for as long as this device stays signed in; a repeat updates it with 200',
  access: 'user',
  body: v.object({ endpoint: PushEndpoint, keys: PushKeys, language: v.optional(Language) }),
  responses: { 201: 'empty', 200: 'empty' },
  errors: [],
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/companion/push-subscriptions/',
  summary: 'Forgets a Web Push subscription; one that is not known changes nothing',
  access: 'user',
  body: v.object({ endpoint: PushEndpoint }),
  responses: { 204: 'empty' },
  errors: [],
})

export const markAnswerSeen = endpoint({
  method: 'POST',
  path: '/companion/push-subscriptions/seen/',
  summary: 'Says that this session shows the end of an answer, so that its device gets no push message about it',
  access: 'user',
  whileSuspended: true,
  body: v.object({ message: Uuid }),
  responses: { 204: 'empty' },
  errors: [],
})
